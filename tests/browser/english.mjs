// What no page in another language may show: English.

// Latin words that are right in every language: names, what is typed, units, and the words of rules.
const names = new Set(`Hilltop English Ann Bob Cy Zoë Swap2 King of the Hill Dumb Bold Player Cautious Bastila Cincinnati Kid Austin
  Powers Nestor Solver Champion Greedy Random Dummy In Order Optimal Quick Perfect Timid Hold at Pace Keeper champion kid random
  dummy greedy nestor austin bastila cautious bold perfect timid
  hilltop new pazaak python my-bot debug against check docs python-bot md koth cab201-basic cab201-advanced swap2 freestyle standard renju classic
  joker after zero side cards first to move target Elo SHA JSON CSV Home End Enter TOML black balance koth-pazaak results db
  OK The hold-20 timid pace optimal in-order solver Novice Club Expert Master
  chess Simple Pazaak gomoku pig tictactoe yahtzee Pig
  `.split(/\s+/));

/** Texts of the page, shown or said, with Latin words other than names, names of games, and code. */
export function english_of(page) {
  return page.evaluate((names) => {
    const said = [...document.querySelectorAll("[aria-label], [placeholder], [alt], [aria-valuetext], [title]")]
      .flatMap((node) => ["aria-label", "placeholder", "alt", "aria-valuetext", "title"].map((name) => node.getAttribute(name) ?? ""));
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement.closest("code, pre, script, noscript, style, option[lang]")) texts.push(walker.currentNode.data);
    return [...new Set([...said, ...texts, document.title].filter((text) =>
      (text.replaceAll(/[a-z]+-[a-z]+:\d+/g, "").match(/[A-Za-zë][A-Za-zë0-9-]+/g) ?? []).some((word) => !names.includes(word))))];
  }, [...names]);
}
