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
  // Cards have no headings to click: a telephone shows a list of them instead.
  const sort_list = (table) => {
    const headings = [...table.tHead.rows[0].cells];
    const list = made("select", {}, made("option", {value: "", textContent: "…"}));
    headings.forEach((heading, column) => {
      if (!heading.classList.contains("chart"))
        list.append(made("option", {value: column, textContent: heading.textContent}));
    });
    list.addEventListener("change", () => {
      if (list.value === "") return;
      for (const heading of headings) heading.removeAttribute("aria-sort");
      sort(table, Number(list.value));
    });
    return made("label", {className: "sort-list"}, "Sort by ", list);
  };
  for (const table of document.querySelectorAll("table.sorted")) {
    if (table.tBodies[0].rows.length < 2) continue;
    if (table.classList.contains("cards")) table.parentElement.before(sort_list(table));
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      if (heading.classList.contains("chart")) return;
      const button = made("button", {type: "button"}, ...heading.childNodes);
      button.addEventListener("click", () => sort(table, column));
      heading.append(button);
    });
  }

  // ------------------------------------------------------------------------- the cross table

  // A tooltip needs a mouse: a tap writes it below the legend.
  for (const table of document.querySelectorAll("table.cross")) {
    const told = made("output", {className: "cell-told", textContent: "A click on a cell counts its games here."});
    table.parentElement.before(told);
    table.addEventListener("click", (event) => {
      if (event.target.title) told.textContent = event.target.title;
    });
  }

  // ------------------------------------------------------------------------------- games

  // A step is shown as long as its line takes to read, within these limits.
  const READ_MS_A_LETTER = 18, STEP_MS_MIN = 400, STEP_MS_MAX = 3000;

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
      this.range = made("input", {type: "range", min: 0, max: this.lines.length - 1});
      this.range.setAttribute("aria-label", "step");
      this.count = made("output", {});
      this.speed = made("select", {title: "speed"},
        ...[["½×", .5], ["1×", 1], ["2×", 2], ["4×", 4]].map(([textContent, value]) =>
          made("option", {textContent, value, selected: value === 1})));
      this.speed.setAttribute("aria-label", "speed");
      this.buttons = {};
      const button = (sign, label, act) => {
        const element = made("button", {type: "button", title: label}, sign);
        element.setAttribute("aria-label", label);
        element.addEventListener("click", act);
        this.buttons[label] = element;
        return element;
      };
      this.player = button("▶\ufe0e", "play (P)", () => this.playing ? this.pause() : this.play());
      const stage = made("div", {className: "stage"},
        made("div", {className: "steps"},
          button("|◁", "to the start (Home)", () => this.turn_to(0)),
          button("◁", "one step back (arrow left)", () => this.turn_to(this.step - 1)),
          this.player,
          button("▷", "one step on (arrow right)", () => this.turn_to(this.step + 1)),
          button("▷|", "to the end (End)", () => this.turn_to(this.lines.length - 1)),
          this.speed, this.range, this.count),
        this.table,
        made("div", {className: "steps others"},
          button("← game before (B)", "game before (B)", () => this.leave(-1)),
          button("next game (N) →", "next game (N)", () => this.leave(1))));
      const body = details.querySelector(".account");
      body.prepend(stage);
      body.classList.add("stepped");
      this.range.addEventListener("input", () => this.turn_to(Number(this.range.value)));
      this.lines.forEach((line, step) => line.addEventListener("click", () => this.turn_to(step)));
      this.pause();
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

    // What the reader chooses ends playing.
    turn_to(step) {
      this.pause();
      this.go(step);
    }

    play() {
      if (this.step === this.lines.length - 1) this.go(0);
      this.shows(true);
      this.wait();
    }

    wait() {
      const read_ms = this.lines[this.step].textContent.length * READ_MS_A_LETTER;
      const step_ms = Math.min(STEP_MS_MAX, Math.max(2 * STEP_MS_MIN, read_ms)) / this.speed.value;
      this.playing = setTimeout(() => {
        this.go(this.step + 1);
        if (this.step < this.lines.length - 1) this.wait();
        else this.pause();
      }, Math.max(STEP_MS_MIN, step_ms));
    }

    pause() {
      clearTimeout(this.playing);
      this.playing = null;
      this.shows(false);
    }

    shows(playing) {
      this.player.textContent = playing ? "❚❚" : "▶\ufe0e";
      this.player.title = playing ? "pause (P)" : "play (P)";
      this.player.setAttribute("aria-label", this.player.title);
      this.table.setAttribute("aria-live", playing ? "off" : "polite");  // spoken step by step only
    }

    other(way) {
      const all = [...document.querySelectorAll(".game:not([hidden])")];
      return all[all.indexOf(this.details) + way];
    }

    // Opens the next game, or the one before, with the focus on the same button.
    leave(way) {
      const other = this.other(way);
      if (!other) return;
      const label = Object.keys(this.buttons).find((name) => this.buttons[name] === document.activeElement);
      this.pause();
      this.details.open = false;
      other.open = true;
      const game = opened(other);
      game.go(0);
      if (label && !game.buttons[label].disabled) game.buttons[label].focus({preventScroll: true});
      else other.querySelector("summary").focus({preventScroll: true});
      other.scrollIntoView();
    }
  }

  const opened = (details) => {
    if (!games.has(details)) games.set(details, new Game(details));
    current = games.get(details);
    current.buttons["game before (B)"].disabled = !current.other(-1);
    current.buttons["next game (N)"].disabled = !current.other(1);
    return current;
  };
  for (const details of document.querySelectorAll(".game"))
    details.addEventListener("toggle", () => {
      if (details.open) opened(details);
      else games.get(details)?.pause();
    });
  document.addEventListener("visibilitychange", () => {
    for (const game of games.values()) game.pause();
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

  const keys = {
    ArrowLeft: (game) => game.turn_to(game.step - 1),
    ArrowRight: (game) => game.turn_to(game.step + 1),
    Home: (game) => game.turn_to(0),
    End: (game) => game.turn_to(game.lines.length - 1),
    p: (game) => game.playing ? game.pause() : game.play(),
    b: (game) => game.leave(-1),
    n: (game) => game.leave(1),
  };
  addEventListener("keydown", (event) => {
    if (!current || !current.details.open || event.target.closest?.("input, select, .scroll")) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act(current);
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
