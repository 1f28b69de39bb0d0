// The texts of the pages, by which a test finds what a person reads in a language.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const sources = join(process.env.HILLTOP_SOURCES, "src"); // `run` sets it
const folders = [join(sources, "server/page/texts"),
  ...readdirSync(join(sources, "games")).map((game) => join(sources, "games", game, "page/texts"))].filter(existsSync);

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns what gives the pattern of what begins with the text of a key: a placeholder without a value is anything. */
export function texts_in(language) {
  const texts = Object.assign({}, ...folders.map((folder) => JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8"))));
  const filled = (form, values) => form.split(/(\{[^}]+\})/).map((part) =>
    part[0] !== "{" ? literal(part) : part.slice(1, -1) in values ? literal(values[part.slice(1, -1)]) : ".+").join("");
  const said = (key, values = {}) => {
    const { by, ...forms } = typeof texts[key] === "string" ? { other: texts[key] } : texts[key];
    return new RegExp(`^(${Object.values(forms).map((form) => filled(form, values)).join("|")})`);
  };
  said.text = (key) => texts[key];
  return said;
}
