"""What lies on what, per board: `ink ink: ground, ground`, named by their tokens.

A ground may be a mixture (`hue 60% tar`) or lie under a veil (`stud over desk`). A line between two
grounds stands out from one of them (`plot or terrace`). `[.purse]` is the one place of a pair that
is not everywhere. Parts with `color-scheme: light` look by night as they do by day: `..._by_day`.
Large text (24 pixels, or 18.66 and bold) stands among the shapes, as letters on players' signs do.
What is greyed, because it is over or not to be had, and scenery are left out.
"""

from __future__ import annotations

from typing import NamedTuple


class Pairs(NamedTuple):
    """Text needs 4.5, shapes and large text 3."""

    text: str = ""
    shapes: str = ""
    text_by_day: str = ""
    shapes_by_day: str = ""


GOODS = "good-sugar good-tobacco good-citrus good-rum good-cigar"
PLAYERS = "player-yellow player-blue player-green player-red player-purple"

PAIRS = {
    "cuba": Pairs(
        text="""
        cream: desk, stud over desk, rim
        worn-paper: rim
        print: label, gold, cream, blank-paper, parchment, aside-paper
        print: lamplight, sale, plank, spoilage-wash, deck
        faded-print: cream
        chalk: buoy
        """,
        shapes="""
        glow-line: spot-edge
        rim: parchment, blank-paper, label, cream, medal, ground
        spoilage: label, spoilage-wash, cream
        seal: parchment, blank-paper
        sun-sign cold seal: parchment, label
        label: marker, cold
        cross-edge: ground
        deck: hull
        frame-edge bead-edge: parchment
        no-place: cream
        """,
        text_by_day="""
        ink-soft: bead, blank-paper, lamplight
        """,
        shapes_by_day=f"""
        chalk: good-points, good-coin, leaf, seal, {", ".join(PLAYERS.split())}
        {GOODS} good-wood good-water good-stone: blank-paper, cream, parchment
        good-coin good-points: parchment, label, blank-paper
        """,
    ),
    "guatemala_cafe": Pairs(
        text="""
        print: plate, now
        coordinate: soil
        cloth-ink: cloth, arrow, step, ring
        """,
        shapes="""
        glow-line: spot-edge
        on-coin: good-coin
        on-k: k
        piece-edge: plot, bed, sack-plot, plate
        chosen-rim: chosen-band
        ruts: path
        line-ink: plate, plinth, buyer
        doormat eaves: plinth
        goal: step
        chosen-edge: chosen-plot or terrace
        chosen-band: plot or terrace
        sack-edge: sack-plot
        berth-edge: berth
        brew: saucer
        """,
    ),
    "pier": Pairs(text="print: blank-paper", shapes="blank-paper: hull"),
    "port_royal": Pairs(
        text="""
        cream: dusk-veil over sky-top, dusk-veil over sky-high
        cream: dusk-veil over sky-low, dusk-veil over sky-edge
        cream: dusk-haze over sky-low, dusk-haze over sky-edge, last-round, print, back
        cream: dusk-veil over harbour-water, dusk-veil over low-sun, dusk-veil over quay-edge
        chalk: loss, gift, print
        [:root] chalk: crown
        print: card-stock, contract-paper, cream, gold, blank-paper
        print: fleet-paper over sky-top, fleet-paper over sky-high, fleet-paper over sky-low
        print: fleet-paper over harbour-water
        faded-print: contract-paper
        blank-paper: hue 60% tar, hue 62% tar, plain-plate 60% tar, print
        loss: card-stock
        """,
        shapes="""
        glow-line: blank-paper or sky-edge
        loss: contract-paper, tax-scene
        struck: card-stock
        gilt: back, rose
        route: blank-paper
        coin-edge: gold, disc-top
        crown-edge: card-stock
        gunmetal: card-stock
        [:root] steel: card-stock
        [.purse] steel crown: card
        print: sea-scene, far-scene, tax-scene, hue 30% card-stock
        """,
        shapes_by_day=f"chalk: {', '.join(PLAYERS.split())}",
    ),
    "santiago_de_cuba": Pairs(
        text="""
        print: plate, glow-line, laden-pallet, cloth, gold, die
        berth-ink: sea-water
        """,
        shapes="""
        glow-line: spot-edge
        ship-name: hull
        spent-ink: spent-die
        snore: back
        [.value-marker] good-points: value-marker
        contour: flower or court
        glow-line: contour or court
        [.holdings] outline: card
        road-line: road
        print: gold
        """,
        shapes_by_day=f"""
        {GOODS}: die, laden-pallet
        [:root] {GOODS} good-wood good-coin good-points: plate
        [:root] chalk: good-coin, good-points
        """,
    ),
}
