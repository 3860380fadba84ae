/** The drills: which one, under which rulebook, how hard and how long; then a sheet of it by keys, and what it came to. The address says which. */

import { get, post, session } from "../api.js";
import { h, make, need } from "../dom.js";
import { RULEBOOKS } from "../names.js";
import { failure, openPage } from "../reading.js";
import { loadVoice, named, spoken, t, words } from "../voice.js";
import { explained, MbDrill } from "../parts/drill-run.js";

const MINUTE = 60;
const LENGTHS = words({ minute: "one minute", sheet: "the whole sheet" });
const WAYS = words({ practice: "practice", test: "test" });
/** The same, with what it means. */
const WAYS_TOLD = words({ practice: "practice, wrong ones again", test: "test, answers at the end" });
const LEVELS = words({ all: "easy to hard", 1: "level 1", 2: "level 2", 3: "level 3" });
const main = need("#drills");

/** @param {string} name @param {Record<string, string>} choices @param {string} chosen */
const select = (name, choices, chosen) => h("select", { class: "input", name }, ...Object.keys(choices).map((value) => h("option", { value, selected: value === chosen, text: named(choices, value) })));

class Drills {
  constructor() {
    const query = new URLSearchParams(location.search);
    this.rulebook = select("rulebook", RULEBOOKS, query.get("rulebook") ?? "section-42");
    this.level = select("level", LEVELS, query.get("level") ?? "all");
    this.length = select("length", LENGTHS, query.get("length") ?? "minute");
    this.way = select("way", WAYS, query.get("way") ?? "practice");
    this.course = h("a", { text: t("The course: in which order, and when to go on") });
    this.list = h("div", { class: "drill-list" });
    this.place = h("div", { class: "drill-place-of" });
    /** @type {any} */
    this.told = { drills: [], most_items: 0 };
    /** The sheet on the page. @type {import("../parts/drill-run.js").Sheet|null} */
    this.sheet = null;
  }

  async begin() {
    const field = (/** @type {string} */ name, /** @type {Node} */ choice) => h("label", { class: "field" }, h("span", { text: name }), choice);
    this.choosing = h(
      "div",
      { class: "drill-choosing" },
      h(
        "header",
        { class: "reading-head" },
        h("h1", { text: t("Drills") }),
        h("p", { class: "lead", text: t("What a dealer has to know, by question and answer. Every answer comes from the rulebook, and a wrong one is explained by its clause.") }),
        h("p", {}, this.course),
        h("div", { class: "drill-choices" }, field(t("Rulebook"), this.rulebook), field(t("How hard"), this.level), field(t("How long"), this.length), field(t("How"), this.way)),
      ),
      this.list,
    );
    main.append(this.choosing, this.place);
    this.rulebook.addEventListener("change", () => this.#choose());
    await this.#choose();
    const wanted = new URLSearchParams(location.search).get("drill");
    if (wanted && this.told.drills.some((/** @type {any} */ each) => each.drill === wanted)) this.#ready(wanted);
  }

  async #choose() {
    this.course.href = `/course?${new URLSearchParams({ rulebook: this.rulebook.value })}`;
    try {
      this.told = await get(`/api/drills?rulebook=${this.rulebook.value}`);
    } catch (error) {
      this.list.replaceChildren(failure(error));
      return;
    }
    this.list.replaceChildren(
      ...this.told.drills.map((/** @type {any} */ each) =>
        h(
          "button",
          { type: "button", class: "panel drill-choice", data: { drill: each.drill }, onclick: () => this.#ready(each.drill) },
          h("strong", { text: t("{about:^}", { about: each.about }) }),
          h("span", { class: "small quiet", text: each.levels.map(spoken).join(" · ") }),
        ),
      ),
    );
  }

  /** What the drill asks, and a button that begins it: the time runs from there. @param {string} drill */
  #ready(drill) {
    const found = this.told.drills.find((/** @type {any} */ each) => each.drill === drill);
    this.#address(drill);
    const go = h("button", { type: "button", class: "button gold" }, t("Begin"), " ", h("kbd", { class: "kbd", text: "Enter" }));
    go.addEventListener("click", () => this.#start(drill));
    this.#show(
      h(
        "section",
        { class: "panel section drill-ready" },
        h("h2", { text: t("{about:^}", { about: found.about }) }),
        h("p", { text: [named(RULEBOOKS, this.rulebook.value), named(LEVELS, this.level.value), named(LENGTHS, this.length.value), named(WAYS_TOLD, this.way.value)].join(" · ") }),
        this.way.value === "test" ? h("p", { class: "quiet", text: this.length.value === "minute" ? t("What you have come to within the minute counts, and what you skip is wrong. A mark without a time asks for the whole sheet. A test that is begun stands in a trainee’s record, handed in or not.") : t("Every question of the sheet counts, and one without an answer is wrong. A test that is begun stands in a trainee’s record, handed in or not.") }) : null,
        h("p", { class: "quiet", text: t("One key or one line is an answer; Enter sends a line. In practice ? shows the answer, and counts as wrong.") }),
        h("div", { class: "buttons" }, go, this.#back()),
      ),
    );
    go.focus();
  }

  #back() {
    return h("button", { type: "button", class: "button plain", onclick: () => this.#home() }, t("All drills"));
  }

  #home() {
    this.#address("");
    this.place.replaceChildren();
    if (this.choosing) this.choosing.hidden = false;
    this.rulebook.focus();
  }

  /** @param {...Node} parts */
  #show(...parts) {
    if (this.choosing) this.choosing.hidden = true;
    this.place.replaceChildren(...parts);
    window.scrollTo(0, 0);
  }

  /** @param {string} drill */
  #address(drill) {
    const query = new URLSearchParams({ rulebook: this.rulebook.value, level: this.level.value, length: this.length.value, way: this.way.value, ...(drill ? { drill } : {}) });
    history.replaceState(null, "", `?${query}`);
  }

  /** @param {string} drill @param {string} [seed] the same sheet again */
  async #start(drill, seed) {
    const short = this.length.value === "minute";
    const asked = {
      drill,
      rulebook: this.rulebook.value,
      level: this.level.value === "all" ? null : Number(this.level.value),
      count: short ? this.told.most_items : null,
      test: this.way.value === "test",
      seconds: short ? MINUTE : 0,
    };
    const { rulebook, level, count, test } = asked;
    try {
      this.sheet = await post(`/api/drills/${drill}`, { rulebook, level, count, test, ...(test ? { seconds: asked.seconds } : seed ? { seed } : {}) });
    } catch (error) {
      this.#show(failure(error), this.#back());
      return;
    }
    const run = make(MbDrill);
    run.addEventListener("scored", (event) => this.#score(asked, /** @type {CustomEvent} */ (event).detail));
    this.#show(run);
    run.begin(asked, /** @type {any} */ (this.sheet));
  }

  /** What counts, and what passes. @param {any} score */
  #byTheMarks({ right, counted, mark, passes }) {
    const facts = { right, counted, mark };
    return passes ? t("{right} right of {counted} that count. The mark of the school is {mark}: this passes.", facts) : t("{right} right of {counted} that count. The mark of the school is {mark}: this does not pass.", facts);
  }

  /** What the sheet came to, and every item that was wrong. @param {import("../parts/drill-run.js").Asked} asked @param {any} score */
  #score(asked, score) {
    const items = this.sheet?.items ?? [];
    const wrong = score.attempts.filter((/** @type {import("../drill-answers.js").Marked} */ each) => !each.right);
    const again = h("button", { type: "button", class: "button gold", onclick: () => this.#start(asked.drill) }, t("Another sheet"));
    const pace = score.seconds ? Math.round((score.answered * MINUTE) / score.seconds) : 0;
    this.#show(
      h(
        "section",
        { class: "panel section drill-score", data: { right: score.right, answered: score.answered } },
        h("h2", { tabindex: -1, text: t("{right} of {answered} right at the first answer", { right: score.right, answered: score.answered }) }),
        h("p", { text: t("{seconds:second|seconds}, {pace} a minute. Seed {seed}.", { seconds: score.seconds, pace, seed: score.seed }) }),
        score.mark ? h("p", { class: score.passes ? "good" : "bad", "data-passes": score.passes, text: this.#byTheMarks(score) }) : null,
        score.because ? h("p", { text: t("{sentence:^}.", { sentence: score.because }) }) : null,
        score.noted ? h("p", { class: "good" }, t("The attempt is in your record."), " ", h("a", { href: "/school", text: t("My record") })) : null,
        h("div", { class: "buttons" }, again, asked.test ? null : h("button", { type: "button", class: "button", onclick: () => this.#start(asked.drill, score.seed) }, t("The same again")), this.#back()),
      ),
      wrong.length
        ? h("section", { class: "panel section" }, h("h2", { text: t("To look up") }), h("ol", { class: "drill-wrong" }, ...wrong.map((/** @type {import("../drill-answers.js").Marked} */ each) => h("li", {}, ...explained(items[each.number - 1], each, asked.rulebook)))))
        : h("p", { class: "panel section good", text: score.answered ? t("Nothing was wrong.") : t("Nothing was answered.") }),
    );
    again.focus();
  }
}

await loadVoice();
openPage(t("Drills"), t("Skip to the drills"), "drills");
await session().catch(() => null); // whoever is signed in sends the token of the session with each answer
try {
  await new Drills().begin();
} catch (error) {
  main.append(failure(error));
}
document.body.dataset.ready = "";
