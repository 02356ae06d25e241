export function copiedInto<List extends { set(from: List): void }>(longer: List, list: List): List {
  longer.set(list);
  return longer;
}
