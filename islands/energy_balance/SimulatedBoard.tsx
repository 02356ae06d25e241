import EnergyBalanceBoard, { type EnergyBalanceBoardProps } from "./EnergyBalanceBoard.tsx";
import SimulationPanel from "./SimulationPanel.tsx";

/**
 * The board of an address that simulates: it has the form's code at once, since a form that waits for its code is taken
 * away from under the reader who types in it.
 */
export default function SimulatedBoard(props: EnergyBalanceBoardProps) {
  return <EnergyBalanceBoard {...props} Panel={SimulationPanel} />;
}
