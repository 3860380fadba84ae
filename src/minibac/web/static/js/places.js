/** Where somebody with a role works: the page that a sign-in or an invitation leads to. */

/**
 * @param {{role: string, table?: string|null, pit?: string|null}} held
 * @returns {string}
 */
export function placeOf({ role, table, pit }) {
  if (role === "guest" && table) return `/table/${encodeURIComponent(table)}`;
  if (role === "dealer") return `/dealer/${encodeURIComponent(table ?? "choose")}`;
  if (role === "surveillance") return "/surveillance";
  if (role === "accounting") return "/books";
  if (role === "admin") return "/admin";
  if (role === "compliance") return "/exclusions";
  if (role === "instructor" || role === "assessor" || role === "trainee") return "/school";
  if (role !== "guest") return `/floor/${encodeURIComponent(pit ?? "choose")}`;
  return "/";
}

/**
 * An address of this house that somebody wanted to go on to, or nothing where it leads elsewhere. The browser's own
 * reading of it counts: a backslash, a tab or a line's end may be another host to it.
 * @param {string} wanted
 * @param {string} origin
 */
export function insideOf(wanted, origin) {
  if (!wanted.startsWith("/")) return "";
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  return url?.origin === origin ? url.pathname + url.search + url.hash : "";
}
