interface TotalRowProps {
  label?: string;
  /** Null for a column without a total. */
  cells: readonly (string | null)[];
}

export function TotalRow({ label = "Total", cells }: TotalRowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {cells.map((cell, rank) =>
        cell === null ? <td key={rank} /> : <td key={rank} class="number">{cell}</td>
      )}
    </tr>
  );
}
