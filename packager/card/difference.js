const order = new Intl.Collator("en", { numeric: true });
const number = text => text.trim() === "" ? NaN : Number(text);
const compare = (one, other) => {
  const a = number(one), b = number(other);
  return isNaN(a) - isNaN(b) || a - b || order.compare(one, other);
};
for (const head of document.querySelectorAll("th")) {
  const table = head.closest("table"), column = head.cellIndex;
  const button = document.createElement("button");
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const up = head.ariaSort !== "ascending", body = table.tBodies[0];
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const text = row => row.cells[column].textContent;
    [...body.rows].sort((a, b) => compare(text(a), text(b)) * (up ? 1 : -1))
      .forEach(row => body.append(row));
  });
}
