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
  if (role !== "guest") return `/floor/${encodeURIComponent(pit ?? "choose")}`;
  return "/";
}
