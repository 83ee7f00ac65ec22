"""The shapes of the brush, one for each kind of stroke."""

from typing import Final

# Each shape is an outline, point by point: how far along the stroke (a share of its length, then a shift in widths) and
# how far aside (in widths). Aside is up for a stroke that runs right, and right for one that runs down.
BRUSHES: Final[dict[str, str]] = {
    # heng: pressed start, lean middle, a shoulder that settles at the end
    "h": (
        "0,-.25,.3 0,.3,.55 0,1.1,.36 .5,0,.27 1,-1.5,.34 1,-.75,.78 1,-.35,.8 1,.25,0 "
        "1,.1,-.5 1,-.6,-.56 1,-1.5,-.38 .5,0,-.31 0,1.1,-.42 0,.35,-.6 0,0,-.42"
    ),
    # a heng that runs into a corner and leaves the shoulder to the next stroke
    "j": (
        "0,-.25,.3 0,.3,.55 0,1.1,.36 .5,0,.28 1,-.4,.3 1,.1,.3 "
        "1,.1,-.3 1,-.4,-.3 .5,0,-.31 0,1.1,-.42 0,.35,-.6 0,0,-.42"
    ),
    # a plain bar, for the closing strokes of boxes
    "b": ("0,-.2,.32 .3,0,.34 .7,0,.34 1,.2,.34 1,.2,-.34 .7,0,-.34 .3,0,-.34 0,-.2,-.34"),
    # shu: slanted head, steady body, blunt foot
    "s": (
        "0,-.35,-.45 0,-.1,.1 0,.45,.62 0,1.3,.44 .5,0,.4 1,-.9,.45 1,.05,.5 "
        "1,.3,0 1,0,-.46 1,-.9,-.42 .5,0,-.38 0,1.3,-.44 0,.35,-.68 0,-.2,-.72"
    ),
    # a shu that hangs from a bar, without a head of its own
    "i": ("0,-.2,.4 .35,0,.38 .7,0,.38 1,-.3,.44 1,.25,.36 1,.25,-.36 1,-.3,-.44 .7,0,-.38 .35,0,-.38 0,-.2,-.4"),
    # the right-hand wall of a box: a high shoulder, then like shu
    "z": (
        "0,-.75,-.55 0,-.7,.15 0,.1,.75 0,.9,.5 .5,0,.42 1,-.9,.46 1,.1,.5 "
        "1,.3,0 1,0,-.46 1,-.9,-.44 .5,0,-.4 0,1,-.46 0,.1,-.6"
    ),
    # a hanging needle
    "v": (
        "0,-.35,-.45 0,-.1,.1 0,.45,.62 0,1.3,.46 .5,0,.42 .8,0,.4 1,-.6,.22 "
        "1,.6,0 1,-.8,-.28 .8,0,-.4 .5,0,-.4 0,1.3,-.46 0,.35,-.68 0,-.2,-.72"
    ),
    # pie: falls to the left and thins away
    "p": (
        "0,-.35,-.3 0,-.1,.3 0,.5,.56 .35,0,.42 .65,0,.32 .88,0,.16 "
        "1,.2,0 .88,0,-.16 .65,0,-.32 .35,0,-.44 0,.6,-.56 0,-.1,-.6"
    ),
    # na: falls to the right, swells, and leaves flat with a pointed foot
    "n": (
        "0,-.2,0 .05,0,.24 .35,0,.3 .65,0,.46 .8,0,.54 .9,0,.3 1,.25,.12 "
        "1,.1,-.1 .9,0,-.45 .8,0,-.72 .68,0,-.6 .35,0,-.34 .05,0,-.2"
    ),
    # dian: a drop, light above and full below
    "d": ("0,-.1,-.05 0,.1,.24 .4,0,.5 .75,0,.62 1,.1,.45 1,.3,-.05 1,-.05,-.5 .7,0,-.56 .35,0,-.3"),
    # a bend: enters at full width and keeps it, to be finished by a hook
    "c": (
        "0,-.35,-.45 0,-.1,.1 0,.45,.6 .2,0,.42 .4,0,.4 .55,0,.4 .7,0,.42 .85,0,.46 1,0,.5 "
        "1,.5,.1 1,.25,-.5 .85,0,-.48 .7,0,-.44 .55,0,-.42 .4,0,-.4 .2,0,-.42 0,.35,-.66 0,-.2,-.7"
    ),
    # a hook, and ti, the stroke that rises: full at the start, a point at the end
    "k": ("0,-.45,.1 0,-.1,.5 .3,0,.4 .65,0,.2 1,.2,0 .65,0,-.22 .3,0,-.4 0,-.1,-.5 0,-.45,-.2"),
}
