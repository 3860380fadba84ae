// Day or night as this browser was told before, ahead of the first paint.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";

// What is wider than the page scrolls by itself, by the keys too.
addEventListener("DOMContentLoaded", () => {
  for (const wide of document.querySelectorAll(".table-wrapper, .highlight pre")) wide.tabIndex = 0;
});
