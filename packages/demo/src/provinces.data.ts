/** Data of a province for the demonstration network. */
export interface ProvinceFacts {
  readonly code: string
  /** Residents of the seventh national census (2020), in units of 10 000; sets the number of stations. */
  readonly population: number
  /** Annual mean of PM2.5 in µg/m³; own figure, plausible for the middle of the 2020s. */
  readonly pm25: number
  /** Natural dose rate in µSv/h; own figure, higher on granite and at altitude. */
  readonly dose: number
  /** Typical altitude of its cities in m; own figure, determines pressure and temperature. */
  readonly altM: number
}

type Row = readonly [code: string, population: number, pm25: number, dose: number, altM: number]

const ROWS: readonly Row[] = [
  ['110000', 2189, 30, 0.084, 44],
  ['120000', 1387, 38, 0.078, 4],
  ['130000', 7461, 39, 0.08, 60],
  ['140000', 3492, 38, 0.083, 820],
  ['150000', 2405, 22, 0.088, 1060],
  ['210000', 4259, 32, 0.087, 42],
  ['220000', 2407, 27, 0.085, 210],
  ['230000', 3185, 27, 0.079, 150],
  ['310000', 2487, 27, 0.076, 4],
  ['320000', 8475, 31, 0.078, 9],
  ['330000', 6457, 26, 0.09, 16],
  ['340000', 6103, 34, 0.081, 30],
  ['350000', 4154, 20, 0.118, 40],
  ['360000', 4519, 28, 0.098, 60],
  ['370000', 10153, 37, 0.082, 50],
  ['410000', 9937, 44, 0.08, 95],
  ['420000', 5775, 36, 0.083, 40],
  ['430000', 6644, 33, 0.094, 60],
  ['440000', 12601, 21, 0.115, 15],
  ['450000', 5013, 26, 0.093, 80],
  ['460000', 1008, 12, 0.088, 15],
  ['500000', 3205, 33, 0.085, 260],
  ['510000', 8367, 34, 0.089, 480],
  ['520000', 3856, 23, 0.092, 1050],
  ['530000', 4721, 20, 0.097, 1750],
  ['540000', 365, 9, 0.148, 3700],
  ['610000', 3953, 38, 0.086, 520],
  ['620000', 2502, 27, 0.096, 1480],
  ['630000', 592, 24, 0.118, 2700],
  ['640000', 720, 30, 0.09, 1110],
  ['650000', 2585, 40, 0.092, 760],
]

/** The 31 mainland provinces by code. */
export const PROVINCE_FACTS: readonly ProvinceFacts[] = ROWS.map(([code, population, pm25, dose, altM]) => ({
  code,
  population,
  pm25,
  dose,
  altM,
}))

/** Cities whose altitude differs greatly from that of their province, m above sea level. */
export const CITY_ALT_M: Readonly<Record<string, number>> = {
  '140200': 1060,
  '150700': 620,
  '150900': 1320,
  '152500': 990,
  '152900': 1560,
  '420500': 130,
  '510400': 1190,
  '513200': 2600,
  '513300': 2560,
  '513400': 1580,
  '530700': 2400,
  '532500': 1300,
  '532800': 550,
  '533100': 910,
  '533400': 3280,
  '540100': 3650,
  '540200': 3840,
  '540400': 2990,
  '540600': 4500,
  '542500': 4280,
  '610700': 510,
  '610800': 1080,
  '620900': 1470,
  '623000': 2950,
  '630100': 2260,
  '632600': 3720,
  '632700': 3690,
  '632800': 2980,
  '650100': 800,
  '650200': 430,
  '650400': 35,
  '652700': 530,
  '654000': 660,
}
