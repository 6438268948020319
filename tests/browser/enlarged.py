"""Measures of an enlarged board, for every browser."""

WRONG_STARTS = """async () => {
    const { glide, places } = await import("/static/table/glide.js");
    const middle = (piece) => {
        const box = piece.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const all = [...document.querySelectorAll("#board [data-piece]")];
    const pieces = all.filter((one) => one.getClientRects().length);
    const before = places();
    const from = pieces.map((piece, index) => {
        const [x, y] = middle(piece);
        const was = { x: x + 30 + index, y: y - 20, at: "elsewhere" };
        before.pieces.set(piece.dataset.piece, was);
        return was;
    });
    glide(before)();
    const starts = pieces.map((piece) => {
        for (const animation of piece.getAnimations()) {
            animation.pause();
            animation.currentTime = 0;
        }
        return middle(piece);
    });
    for (const piece of pieces) for (const animation of piece.getAnimations()) animation.finish();
    const RAISED = 6; // pixels, in a pile
    const far = (was, [x, y]) => Math.hypot(was.x - x, was.y - y) > RAISED;
    const wrong = pieces.filter((_, index) => far(from[index], starts[index]));
    return [pieces.length, wrong.map((piece) => piece.dataset.piece)];
}"""
"""Count the pieces on show, and name those that start to move from a wrong place."""

FILTERED = """() => [...document.querySelectorAll(".zoomed .board *")]
    .filter((one) => getComputedStyle(one).filter !== "none")
    .map((one) => one.outerHTML.slice(0, 80))"""
"""Name the elements there that have a filter: WebKit would blur them."""
