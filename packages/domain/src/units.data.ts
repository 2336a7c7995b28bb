/** Units of one dimension convert into each other by a factor, independent of the substance. */
export type Dimension =
  | 'volumeFraction'
  | 'massConcentration'
  | 'temperature'
  | 'pressure'
  | 'speed'
  | 'length'
  | 'doseRate'
  | 'absorbedDoseRate'
  | 'activity'
  | 'voltage'
  | 'duration'
  | 'share'
  | 'flow'
  | 'numberConcentration'
  | 'soundLevel'
  | 'angle'
  | 'signal'
  | 'countRate'
  | 'perMinute'
  | 'lel'
  | 'metabolic'
  | 'steps'
  | 'bars'
  | 'ct'
  | 'perHour'
  | 'level'
  | 'score'

/** `[canonical spelling, dimension, factor to the dimension's base, offset in the base, other spellings…]`. */
type UnitRow = readonly [unit: string, dimension: Dimension, factor: number, offset: number, ...aliases: string[]]

/**
 * Accepted units. Spellings are compared after {@link foldUnit}, so `µg/m³`, `ug/m3` and `μg/m^3` need one entry.
 * Factors are exact by definition, except mmHg (conventional, 13 595.1 kg/m³ × 9.80665 m/s²).
 */
export const UNIT_ROWS: readonly UnitRow[] = [
  ['ppm', 'volumeFraction', 1, 0, 'umol/mol', 'ppmv'],
  ['ppb', 'volumeFraction', 1e-3, 0, 'nmol/mol', 'ppbv'],
  ['%vol', 'volumeFraction', 1e4, 0, 'vol%', '%v/v'],
  ['µg/m³', 'massConcentration', 1, 0],
  ['mg/m³', 'massConcentration', 1e3, 0],
  ['ng/m³', 'massConcentration', 1e-3, 0],
  ['g/m³', 'massConcentration', 1e6, 0],
  // A cubic metre at 0 °C holds more than one at the reference state, 25 °C (domain §1).
  ['µg/Nm³', 'massConcentration', 273.15 / 298.15, 0],
  ['mg/Nm³', 'massConcentration', (1e3 * 273.15) / 298.15, 0],
  ['℃', 'temperature', 1, 0, 'c', 'degc', 'celsius'],
  ['K', 'temperature', 1, -273.15, 'kelvin'],
  ['℉', 'temperature', 5 / 9, -160 / 9, 'f', 'degf'],
  ['hPa', 'pressure', 1, 0, 'mbar'],
  ['Pa', 'pressure', 0.01, 0],
  ['kPa', 'pressure', 10, 0],
  ['bar', 'pressure', 1000, 0],
  ['mmHg', 'pressure', 1.33322387415, 0],
  ['m/s', 'speed', 1, 0],
  ['km/h', 'speed', 1 / 3.6, 0],
  ['kn', 'speed', 1852 / 3600, 0, 'kt', 'knot'],
  ['m', 'length', 1, 0],
  ['mm', 'length', 1e-3, 0],
  ['cm', 'length', 1e-2, 0],
  ['km', 'length', 1e3, 0],
  ['µSv/h', 'doseRate', 1, 0],
  ['nSv/h', 'doseRate', 1e-3, 0],
  ['mSv/h', 'doseRate', 1e3, 0],
  ['Sv/h', 'doseRate', 1e6, 0],
  // Absorbed dose has no fixed factor to equivalent dose: it depends on the radiation.
  ['nGy/h', 'absorbedDoseRate', 1, 0],
  ['µGy/h', 'absorbedDoseRate', 1e3, 0],
  ['mGy/h', 'absorbedDoseRate', 1e6, 0],
  ['Bq/m³', 'activity', 1, 0],
  ['mBq/m³', 'activity', 1e-3, 0],
  ['kBq/m³', 'activity', 1e3, 0],
  ['V', 'voltage', 1, 0],
  ['mV', 'voltage', 1e-3, 0],
  ['ms', 'duration', 1, 0],
  ['s', 'duration', 1e3, 0],
  ['%', 'share', 1, 0, '%rh', 'percent'],
  ['L/min', 'flow', 1, 0, 'lpm'],
  ['mL/min', 'flow', 1e-3, 0],
  ['个/L', 'numberConcentration', 1, 0, '/l', '1/l', 'p/l', '#/l'],
  ['个/m³', 'numberConcentration', 1e-3, 0, '/m3', '1/m3', 'p/m3', '#/m3'],
  ['dB(A)', 'soundLevel', 1, 0, 'dba'],
  ['°', 'angle', 1, 0, 'deg', 'degree'],
  ['dBm', 'signal', 1, 0],
  ['cps', 'countRate', 1, 0, '1/s'],
  ['cpm', 'countRate', 1 / 60, 0],
  ['次/分', 'perMinute', 1, 0, 'bpm', '/min', '1/min'],
  ['次/h', 'perHour', 1, 0, '/h', '1/h'],
  ['%LEL', 'lel', 1, 0, 'lel'],
  ['MET', 'metabolic', 1, 0],
  ['步', 'steps', 1, 0, 'step', 'steps'],
  ['格', 'bars', 1, 0, 'bar(s)'],
  ['Ct', 'ct', 1, 0, 'cq'],
  ['级', 'level', 1, 0, 'level'],
  ['分', 'score', 1, 0, 'score'],
]

/** Normalises compatibility forms (³ → 3, ℃ → °C, full width), Greek and Latin micro signs, case, blanks and `^`. */
export function foldUnit(unit: string): string {
  return unit
    .normalize('NFKC')
    .replace(/[\s^°]/g, (char) => (char === '°' ? 'deg' : ''))
    .replace(/μ/g, 'u')
    .toLowerCase()
}
