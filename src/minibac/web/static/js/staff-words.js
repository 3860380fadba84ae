/** The words of the staff's pages: added to those of the page in both languages before anything is drawn. */

import { en } from "./i18n/en.js";
import { staffEn } from "./i18n/staff-en.js";
import { loadWords } from "./i18n.js";
import { settings } from "./settings.js";

export async function loadStaffWords() {
  Object.assign(en, staffEn);
  if (settings.language === "zh") {
    const [page, staff] = await Promise.all([import("./i18n/zh.js"), import("./i18n/staff-zh.js")]);
    Object.assign(page.zh, staff.staffZh);
  }
  await loadWords();
}
