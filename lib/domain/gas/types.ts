/** A gas delivery point of an organisation. @spec B §7 "grdfpces" */
export interface GasPce {
  /** 14 digits, or GI and 6 digits. */
  pce: string;
  name: string;
  /** Residence and boiler room it feeds; null while nobody has said. */
  projectId: string | null;
  boilerRoomId: string | null;
}

/** One line of a delivery point's year. @spec B §3 "Gas yearly line", domain §5.3 */
export interface GasLine {
  /** Gas days: each starts at 06:00. */
  fromDate: string;
  toDate: string;
  /** True for daily, provisional data; false for what is billed. */
  informative: boolean;
  /** Meter index, m³; null when the line does not give it. */
  fromIndex: number | null;
  toIndex: number | null;
  /** m³ read. */
  volume: number | null;
  /** kWh; never recomputed from the volume. */
  energy: number | null;
  /** m³(n)/m³ */
  factorPta: number | null;
  /** kWh/m³(n) */
  factorPcs: number | null;
  /** kWh/m³ */
  factorConversion: number | null;
}
