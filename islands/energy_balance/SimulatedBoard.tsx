import EnergyBalanceBoard, { type EnergyBalanceBoardProps } from "./EnergyBalanceBoard.tsx";
import SimulationPanel from "./SimulationPanel.tsx";

/**
 * The board of a URL with a simulation, including the form's code: a form that waits for its code would be replaced
 * while the user types in it.
 */
export default function SimulatedBoard(props: EnergyBalanceBoardProps) {
  return <EnergyBalanceBoard {...props} Panel={SimulationPanel} />;
}
