/** Factors, months, sizes and names that the specification of the balance gives. @module */

/** Energy of gas by default, kWh per m³ metered. @spec balance.source */
export const GAS_KWH_PER_M3 = 11;

/** Energy of wood, kWh per kg. @spec balance.source */
export const WOOD_KWH_PER_KG = 4.6;

/** Litres in a cubic metre. @spec balance.hot-water */
export const LITRES_PER_M3 = 1000;

/** Watt-hours in a kilowatt-hour. @spec balance.heating "1000 × total / (area × DJU)" */
export const WH_PER_KWH = 1000;

/** Default gap above which a month is very bad, %. @spec balance.gap */
export const DEFAULT_THRESHOLD_PERCENT = 5;

/** Vertical bound of the gap chart, in thresholds. @spec balance.gap-chart */
export const CHART_BOUND_THRESHOLDS = 3;

/** Last month of spring with heating, 1–12. @spec balance.heating-months */
export const LAST_SPRING_HEATING_MONTH = 5;

/** First month of autumn with heating, 1–12. @spec balance.heating-months */
export const FIRST_AUTUMN_HEATING_MONTH = 10;

/** First month of the hot-water season, 1–12. @spec balance.summer-q */
export const FIRST_HOT_WATER_MONTH = 6;

/** Last month of the hot-water season, 1–12. @spec balance.summer-q */
export const LAST_HOT_WATER_MONTH = 9;

/** Height of the gap chart, px. @spec balance.chart-sizes */
export const GAP_CHART_HEIGHT = 350;

/** Width of the gap chart's print copy, px. @spec balance.chart-sizes */
export const PRINT_CHART_WIDTH = 800;

/** Height of the outdoor temperature chart, px. @spec balance.chart-sizes */
export const TEMPERATURE_CHART_HEIGHT = 200;

/** Name of the exported file. @spec balance.csv */
export const CSV_FILE_NAME = "chaufferie.csv";

/** Data unit of gas volumes, m³. @spec balance.gas-meter */
export const GAS_VOLUME_UNIT_ID = "GAZV";

/** Gas-volume series from which the simulation offers a choice. @spec balance.gas-meter */
export const GAS_SOURCE_CHOICE_COUNT = 2;

/** Number of last finished days of the home page's gap. @spec balance.recent-gap */
export const RECENT_DAYS = 30;

/** Fewest of these days that are enough to judge a boiler room. @spec balance.recent-gap */
export const LEAST_RECENT_DAYS = 15;
