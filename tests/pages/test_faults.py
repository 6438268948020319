"""What reads the pages finds each kind of fault, and none in a page that has none."""

from __future__ import annotations

import pytest

from tests.pages.document import Page
from tests.pages.faults import faults_of, faults_of_styles

SOUND = """<!DOCTYPE html><html lang="en"><head><title>Table 7</title>
<link rel="stylesheet" href="/static/site.css"><script type="module" src="/static/site.js"></script>
<script id="words" type="application/json">{"several": "{text}, or {count}", "none": null}</script>
</head><body><h1 id="top">Table 7</h1><p>Ana pays 3 coins. Ben waits …</p><!-- {{ no }} -->
<svg role="img" aria-label="A hut"><symbol id="hut"><path d="M0 0"/></symbol>
<use href="#hut"/><rect fill="url(#hut)"/></svg><img src="/static/art/cup.svg" alt="">
<form id="ask" action="/x/"><label for="name">Name</label><input id="name" list="names">
<datalist id="names"><option value="a"></option></datalist>
<label>So <input type="checkbox"></label></form>
<button form="ask" aria-labelledby="top" aria-describedby="name top"></button>
<a href="#top">Up</a><a href="/lobby/"><img src="/static/art/cup.svg" alt="Lobby"></a></body></html>
"""

FAULTS = {
    "a drawing": '<use href="#sack-brown"/>',
    "a drawing of old": '<use xlink:href="#sack-brown"/>',
    "a gradient": '<rect fill="url(#dusk)"/>',
    "a clip": "<g clip-path='url(\"#dusk\")'></g>",
    "labelled": '<div aria-labelledby="gone"></div>',
    "described, in part": '<div aria-describedby="top gone"></div>',
    "controls": '<button aria-controls="gone">x</button>',
    "owns": '<div aria-owns="gone"></div>',
    "active": '<div aria-activedescendant="gone"></div>',
    "for": '<label for="gone">x</label>',
    "list": '<label>x<input list="gone"></label>',
    "form": '<button form="gone">x</button>',
    "popover": '<button popovertarget="gone">x</button>',
    "link within the page": '<a href="#gone">x</a>',
    "an id twice": '<p id="top"></p>',
    "a picture": '<img src="/static/art/gone.svg" alt="x">',
    "part of a picture": '<svg><use href="/static/art/cup.svg#gone"/></svg>',
    "a style sheet": '<link rel="stylesheet" href="/static/gone.css">',
    "a script": '<script src="/static/gone.js"></script>',
    "a file elsewhere": '<script src="https://example.org/x.js"></script>',
    "template": "<p>Hello {{ name }}</p>",
    "tag": "<p>{% if x %}</p>",
    "None": '<p aria-label="None coins">x</p>',
    "undefined": "<p>undefined coins</p>",
    "NaN": '<svg data-tip="NaN points"></svg>',
    "object": "<p>[object Object]</p>",
    "an old placeholder": "<p>%(name)s pays</p>",
    "a placeholder": '<p title="{name} pays">x</p>',
    "markup as text": "<p>&lt;b class=&quot;x&quot;&gt;</p>",
    "two full stops": "<p>Until 6:38 <time>p.m.</time>.</p>",
    "a time to the microsecond": '<time datetime="2026-11-27T17:17:00.123456+01:00">x</time>',
    "two full stops in a tip": '<g data-tip="A hut.."></g>',
    "a button without a name": "<button><svg aria-hidden='true'></svg></button>",
    "a link without a name": '<a href="/"> </a>',
    "a heading without words": "<h2></h2>",
    "a picture without alt": '<img src="/static/art/cup.svg">',
    "a drawing without a name": '<svg role="img"></svg>',
    "an empty label": '<section aria-label=" "></section>',
    "a field without a label": "<input>",
    "not ended": "<div>",
    "ended in another": "<p><b>x</p>",
}


def test_a_sound_page_has_no_faults() -> None:
    page = Page(SOUND)
    assert faults_of(page) + faults_of_styles(page) == []
    assert page.within("top").said() == "Table 7"


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    assert faults_of(Page(SOUND.replace("</body>", f"{fault}</body>")))


def test_a_part_may_refer_to_the_page_around_it() -> None:
    part = Page('<p id="own"><use href="#hut"/></p>')
    assert faults_of(part, around=frozenset(["hut"])) == []
    assert faults_of(part)
    assert faults_of(part, around=frozenset(["hut", "own"])), "an id that the page has already"
