// Tables are whole without this: it lets a reader sort them, and choose rows by one column.
const order = new Intl.Collator("en", { numeric: true });
const missing = "–";
const value = (row, at) => row.cells[at].dataset.v ?? row.cells[at].textContent;
const compare = (a, b) => (a !== "" && b !== "" && !isNaN(a) && !isNaN(b) ? a - b : order.compare(a, b));
const sorted = (rows, at, up) => rows.sort((one, other) => {
  const a = value(one, at), b = value(other, at);
  if (a === missing || b === missing) return (a === missing) - (b === missing);
  return up ? compare(a, b) : compare(b, a);
});

for (const table of document.querySelectorAll(".scroll > table")) {
  const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
  if (body.rows.length < 3) continue;
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      body.append(...sorted([...body.rows], at, up));
    });
  });
  if (table.dataset.filter) addFilter(table, heads, Number(table.dataset.filter));
}

function addFilter(table, heads, at) {
  const rows = [...table.tBodies[0].rows], label = document.createElement("label");
  const select = document.createElement("select"), told = document.createElement("span");
  const name = heads[at].textContent.trim();
  const values = [...new Set(rows.map(row => row.cells[at].textContent))].sort(order.compare);
  select.append(new Option("all", ""), ...values.map(one => new Option(one, one)));
  told.setAttribute("role", "status");
  label.className = "filter";
  label.append(name, select, told);
  select.addEventListener("change", () => {
    let count = 0;
    for (const row of rows) {
      row.hidden = select.value !== "" && row.cells[at].textContent !== select.value;
      count += !row.hidden;
    }
    told.textContent = `${count} of ${rows.length} rows`;
  });
  table.parentElement.before(label);
}
