/*
 * The style of the page. One text, whose hash the page's policy allows: no element has a style of its own, so widths are attributes of drawings. No line begins
 * with two colons, which would be a command of a build log where the page is printed to one. Pairs of colours have a contrast of at least 4.5 (a test measures).
 */
export const STYLE = `
:root { color-scheme: light dark; --ground: #ffffff; --raised: #f5f6f8; --text: #1b1f24; --quiet: #565f6b; --line: #d5d9df; --link: #0b57c2; --focus: #b3470a;
--error: #a31621; --error-ground: #fdecee; --warning: #7a4b00; --warning-ground: #fdf3df; --info: #1f5485; --info-ground: #eaf3fb;
--a: #0b4f8a; --a-ground: #d8eafc; --b: #155c34; --b-ground: #d9f2e1; --c: #6b2f86; --c-ground: #f1e3f8; --d: #7a4312; --d-ground: #fae6d2; --e: #1c5a60; --e-ground: #d6f0f2; --f: #83224f; --f-ground: #fbe0ec;
--bar: #2f6fb5; --hook: #8a5a00; --open: #707b88; --spare: #4f9a6c; --ready: #2b7a4f; }
@media (prefers-color-scheme: dark) {
:root { --ground: #14171b; --raised: #1d2126; --text: #e6e9ed; --quiet: #a9b2bd; --line: #363d46; --link: #8bbcff; --focus: #ffb066;
--error: #ffa8ae; --error-ground: #3d1a1e; --warning: #f5c469; --warning-ground: #372a10; --info: #9ccbf5; --info-ground: #16293b;
--a: #b5d8fb; --a-ground: #163a5c; --b: #b4e6c6; --b-ground: #15432a; --c: #e3c3f3; --c-ground: #42245a; --d: #f3cda6; --d-ground: #4d2f13; --e: #aee3e8; --e-ground: #123f44; --f: #f7bdd6; --f-ground: #55193a;
--bar: #5c9be0; --hook: #d9a441; --open: #8a95a2; --spare: #4f9a6c; --ready: #4fb881; }
}
*, *:before, *:after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
body > header, body > nav, body > main, body > footer { max-width: 82rem; margin: 0 auto; padding: 0 1.5rem; }
body > header { padding-top: 1.75rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .35rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 0; }
h3 { font-size: .95rem; margin: 0 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h4 { font-size: .9rem; margin: 1rem 0 .35rem; }
p { margin: 0 0 .4rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: .5rem; top: -4rem; background: var(--ground); color: var(--link); padding: .5rem .75rem; }
.skip:focus { top: .5rem; }
.quiet { color: var(--quiet); }
.hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
code { font: .92em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; }
th, td { vertical-align: top; padding: .3rem .75rem .3rem 0; }
.overview { margin: 1rem 0; }
.overview table { border-top: 1px solid var(--line); }
.overview td, .overview th { border-bottom: 1px solid var(--line); }
.overview thead th { color: var(--quiet); font-size: .85rem; }
.overview .number { text-align: right; white-space: nowrap; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin: 1rem 0; }
.tools[hidden], article[hidden], tr[hidden] { display: none; }
input, button { font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--quiet); border-radius: 5px; padding: .35rem .6rem; }
input { min-width: 0; width: 18rem; max-width: 100%; }
button { cursor: pointer; }
article { border-top: 3px solid var(--line); padding: 1.5rem 0 1rem; margin-top: 1.5rem; }
article > header { margin-bottom: 1rem; }
.what { font-size: 1.05rem; margin: .15rem 0; }
.columns { columns: 30rem 2; column-gap: 2.5rem; }
.columns > section { break-inside: avoid; margin-bottom: 1.25rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 1.25rem 2.5rem; margin-bottom: 1.25rem; }
.pair > section { min-width: 0; }
.wide { margin-bottom: 1.25rem; }
details > summary { cursor: pointer; font-weight: 600; padding: .3rem 0; margin: .35rem 0; }
.facts th { width: 10.5rem; color: var(--quiet); font-weight: 500; }
.facts tr + tr > * { border-top: 1px solid var(--line); }
.of { display: inline-block; font-size: .8rem; line-height: 1.35; color: var(--quiet); border: 1px solid var(--line); border-radius: 4px; padding: 0 .35rem; margin-right: .4rem; }
.finding { margin: .35rem 0; padding: .35rem .6rem; border-left: 4px solid; border-radius: 0 4px 4px 0; font-size: .92rem; }
.finding p { margin: 0; }
.finding .help { margin-top: .15rem; }
.finding code { font-size: .88em; }
.error { color: var(--error); background: var(--error-ground); border-color: var(--error); }
.warning { color: var(--warning); background: var(--warning-ground); border-color: var(--warning); }
.info { color: var(--info); background: var(--info-ground); border-color: var(--info); }
.finding a { color: inherit; }
.badge { display: inline-block; font-size: .8rem; line-height: 1.4; font-weight: 600; border-radius: 4px; padding: 0 .4rem; margin: 0 .25rem .1rem 0; white-space: nowrap; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem .5rem; margin: 0 0 .6rem; padding: 0; list-style: none; }
.pods { display: grid; grid-template-columns: fit-content(18rem) minmax(0, 1fr); gap: .3rem 1rem; margin: 0; padding: 0; }
.pods > dt, .pods > dd { margin: 0; min-width: 0; }
.pods > dt { font-weight: 500; }
.pods > dd { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
.pods .names { flex: 1 1 14rem; min-width: min(14rem, 100%); color: var(--quiet); font-size: .85rem; padding-top: .1rem; }
.pods .zone { grid-column: 1 / -1; margin-top: .5rem; font-weight: 600; color: var(--quiet); }
.cells { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; padding: 0; list-style: none; }
.cells li, .legend li { border: 1px solid; border-radius: 4px; padding: .05rem .4rem; min-width: 2.1rem; text-align: center; font-size: .88rem; line-height: 1.45; font-variant-numeric: tabular-nums; }
.p0 { color: var(--a); background: var(--a-ground); border-color: var(--a); }
.cells li.p1, .legend li.p1 { color: var(--b); background: var(--b-ground); border-color: var(--b); border-style: dashed; }
.cells li.p2, .legend li.p2 { color: var(--c); background: var(--c-ground); border-color: var(--c); border-style: double; border-width: 3px; }
.cells li.p3, .legend li.p3 { color: var(--d); background: var(--d-ground); border-color: var(--d); border-style: dotted; }
.cells li.p4, .legend li.p4 { color: var(--e); background: var(--e-ground); border-color: var(--e); border-radius: 1rem; }
.cells li.p5, .legend li.p5 { color: var(--f); background: var(--f-ground); border-color: var(--f); border-radius: 1rem; border-style: dashed; }
.time { margin: 0 0 .5rem; padding: 0; list-style: none; }
.time > li { display: grid; grid-template-columns: minmax(7rem, 11rem) minmax(0, 1fr) 5.5rem; gap: 0 .75rem; align-items: center; padding: .2rem 0; }
.time > li > .text { grid-column: 2 / -1; font-size: .9rem; color: var(--quiet); }
.time > li > .text .finding { margin-bottom: 0; }
.time .label { font-weight: 500; }
.time .length.quiet { font-size: .85rem; }
.time .length { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.time svg { display: block; width: 100%; height: .9rem; background: var(--raised); border-radius: 3px; }
.k-main, .k-drain { fill: var(--bar); } .k-hook { fill: var(--hook); } .k-ready { fill: var(--ready); } .k-spare { fill: var(--spare); } .k-init, .k-sidecar { fill: var(--bar); opacity: .75; } .k-wait { fill: var(--open); }
.open { fill: none; stroke: var(--open); stroke-width: 2px; stroke-dasharray: 4 3; vector-effect: non-scaling-stroke; }
footer { padding-top: 1.5rem; padding-bottom: 2.5rem; font-size: .88rem; color: var(--quiet); }
@media (max-width: 46rem) {
body > header, body > nav, body > main, body > footer { padding-left: 1rem; padding-right: 1rem; }
.facts th, .facts td { display: block; width: auto; padding-right: 0; }
.facts td { border-top: 0 !important; padding-top: 0; padding-bottom: .5rem; }
.pods { grid-template-columns: fit-content(8rem) minmax(0, 1fr); gap: .35rem .75rem; }
.cells li { min-width: 1.7rem; padding: .05rem .2rem; }
.time > li { grid-template-columns: minmax(0, 1fr) auto; }
.time > li > svg, .time > li > .text { grid-column: 1 / -1; order: 2; }
.time > li > .length { order: 1; }
.overview thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.overview tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.overview td, .overview th { display: block; border-bottom: 0; padding: .05rem 0; }
.overview .number { text-align: left; }
input { width: 100%; }
}
@media print {
:root { color-scheme: light; --ground: #ffffff; --raised: #f0f0f0; --text: #000000; --quiet: #444444; --line: #bbbbbb; --link: #000000;
--error: #a31621; --error-ground: #ffffff; --warning: #7a4b00; --warning-ground: #ffffff; --info: #1f5485; --info-ground: #ffffff;
--a: #0b4f8a; --a-ground: #ffffff; --b: #155c34; --b-ground: #ffffff; --c: #6b2f86; --c-ground: #ffffff; --d: #7a4312; --d-ground: #ffffff; --e: #1c5a60; --e-ground: #ffffff; --f: #83224f; --f-ground: #ffffff; }
* { print-color-adjust: exact; }
.tools, .skip { display: none; }
article { break-before: auto; } tr, .time > li, .finding, .pods > dd { break-inside: avoid; } h2, h3, h4 { break-after: avoid; }
body { font-size: 11px; }
}
`.trim();
