/** Loads no font and no image. */
export const apiPageStyle = `
:root { color-scheme: light; --leaf: #1b4d2e; --paper: #fbf7ee; --turmeric: #e3a712; --ink: #22281f; --line: #ddd5c3; }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; padding-bottom: 4rem; background: var(--paper); color: var(--ink);
  font: 1.05rem/1.6 system-ui, sans-serif; overflow-wrap: break-word;
}
a { color: var(--leaf); }
a:focus-visible, .scroll:focus-visible { outline: 3px solid var(--turmeric); outline-offset: 2px; }
header { background: var(--leaf); color: var(--paper); border-bottom: .4rem solid var(--turmeric); padding: 1.5rem 1rem; }
header a { color: var(--paper); }
header > *, nav, main { max-width: 62rem; margin-inline: auto; }
body > nav, main { width: calc(100% - 2rem); }
h1 { line-height: 1.2; }
h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize; color: var(--leaf); }
section > h2 { border-bottom: .2rem solid var(--turmeric); }
nav h2 { font-size: 1.1rem; margin-top: 1.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: .3rem 0; text-decoration: none; }
nav li a:hover code { text-decoration: underline; }
article { background: #fff; border: 1px solid var(--line); border-radius: .6rem; padding: 0 1rem 1rem; margin: 1rem 0; }
h3 { font-size: 1.1rem; }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; }
.method {
  display: inline-block; min-width: 4.2rem; padding: 0 .4rem; border-radius: .3rem; text-align: center;
  font: 700 .8rem/1.6 ui-monospace, monospace; background: var(--turmeric); color: var(--ink);
}
.get { background: var(--leaf); color: var(--paper); }
.delete { background: #8c2f1b; color: var(--paper); }
.who { color: #4b5545; font-size: .95rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin-top: 1rem; font-size: .95rem; }
caption { text-align: left; font-weight: 700; color: var(--leaf); }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); }
td:first-child { white-space: nowrap; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line); }
  td, td:first-child { display: inline-block; white-space: normal; padding: 0 .6rem 0 0; border: 0; }
  td:first-child { font-weight: 700; }
}
`;
