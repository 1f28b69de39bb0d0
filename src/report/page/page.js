"use strict";
// Sorting of tables, and games to step through. The page has the same content without it.
(() => {
  const made = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // ------------------------------------------------------------------------------- sorting

  const key = (row, column) => {
    const cell = row.cells[column];
    const number = Number(cell.dataset.n ?? "x");
    return Number.isNaN(number) ? cell.textContent : number;
  };
  const sort = (table, column) => {
    const heading = table.tHead.rows[0].cells[column];
    const numbers = heading.classList.contains("n");
    const was = heading.getAttribute("aria-sort");
    const down = was ? was === "ascending" : numbers;
    const sign = down ? -1 : 1;
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => {
      const x = key(a, column), y = key(b, column);
      if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;  // missing values last
      return sign * (typeof x === "number" ? x - y : x.localeCompare(y));
    });
    table.tBodies[0].append(...rows);
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  };
  for (const table of document.querySelectorAll("table.sorted"))
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      if (heading.classList.contains("chart")) return;
      const button = made("button", {type: "button"}, ...heading.childNodes);
      button.addEventListener("click", () => sort(table, column));
      heading.append(button);
    });

  // ------------------------------------------------------------------------------- games

  const games = new Map();
  let current = null;

  // An open game: its table, its buttons and its current step.
  class Game {
    constructor(details) {
      this.details = details;
      this.lines = [...details.querySelectorAll(".told > li")];
      const data = JSON.parse(details.querySelector("script").textContent);
      this.tables = data.tables.map((table) => table.map((line) => data.lines[line]).join("\n"));
      this.table = made("pre", {});
      this.table.setAttribute("aria-live", "polite");
      this.range = made("input", {type: "range", min: 0, max: this.lines.length - 1});
      this.range.setAttribute("aria-label", "step");
      this.count = made("output", {});
      const button = (sign, label, step) => {
        const element = made("button", {type: "button", title: label}, sign);
        element.setAttribute("aria-label", label);
        element.addEventListener("click", () => this.go(step()));
        return element;
      };
      const stage = made("div", {className: "stage"},
        made("div", {className: "steps"},
          button("|◀\ufe0e", "to the start", () => 0),
          button("◀\ufe0e", "one step back (arrow left)", () => this.step - 1),
          button("▶\ufe0e", "one step on (arrow right)", () => this.step + 1),
          button("▶\ufe0e|", "to the end", () => this.lines.length - 1),
          this.range, this.count),
        this.table);
      const body = details.querySelector(".account");
      body.prepend(stage);
      body.classList.add("stepped");
      this.range.addEventListener("input", () => this.go(Number(this.range.value)));
      this.lines.forEach((line, step) => line.addEventListener("click", () => this.go(step)));
      this.go(0, false);
    }

    go(step, told = true) {
      this.step = Math.max(0, Math.min(this.lines.length - 1, step));
      for (const line of this.lines) line.removeAttribute("aria-current");
      const line = this.lines[this.step];
      line.setAttribute("aria-current", "step");
      const list = line.parentElement;  // scrolled without the page
      list.scrollTop = Math.max(0, line.offsetTop - list.offsetTop - list.clientHeight / 2);
      this.table.textContent = this.tables[this.step];
      this.table.hidden = this.tables.every((table) => table === "");
      this.range.value = this.step;
      this.count.textContent = `${this.step + 1} / ${this.lines.length}`;
      current = this;
      if (told) history.replaceState(null, "", `#${this.details.id}/${this.step + 1}`);
    }
  }

  const opened = (details) => {
    if (!games.has(details)) games.set(details, new Game(details));
    current = games.get(details);
    return current;
  };
  for (const details of document.querySelectorAll(".game"))
    details.addEventListener("toggle", () => {
      if (details.open) opened(details);
    });

  // #game=bold-kid:1/12: the game and the step.
  const follow = () => {
    const found = /^#(game=.*?)(?:\/(\d+))?$/.exec(location.hash);
    const details = found && document.getElementById(found[1]);
    if (!details) return;
    details.hidden = false;
    details.open = true;
    const game = opened(details);
    if (found[2]) game.go(Number(found[2]) - 1, false);
    details.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  follow();

  addEventListener("keydown", (event) => {
    if (!current || !current.details.open || event.target.closest?.("input, .scroll")) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!step) return;
    event.preventDefault();
    current.go(current.step + step);
  });

  const list = document.querySelector(".games");
  if (list && list.children.length > 8) {
    const search = made("input", {type: "search", placeholder: "Only games of …"});
    search.setAttribute("aria-label", "Only games of");
    search.addEventListener("input", () => {
      const wanted = search.value.trim().toLowerCase();
      for (const details of list.children)
        details.hidden = !details.querySelector("summary").textContent.toLowerCase().includes(wanted);
    });
    list.before(made("p", {className: "search"}, search));
  }
})();
