export function copiedInto<List extends { set(from: List): void }>(longer: List, list: List): List {
  longer.set(list);
  return longer;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
