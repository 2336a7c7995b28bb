import type { Metric, MetricCategory } from './metric.ts'

// Metric catalogue of domain §4. Plausible ranges and periods are the document's. Hard ranges, steps and display
// decimals are our own: hard ranges are physical bounds (a fraction cannot exceed the whole) or, where physics sets
// none, ten times the plausible range, because a value above the plausible range may be a real release.

type Extra = Partial<Omit<Metric, 'code' | 'nameCn' | 'nameEn' | 'category' | 'unit'>>
type Row = readonly [
  code: string,
  nameCn: string,
  nameEn: string,
  unit: string,
  precision: number,
  plausible: readonly [number, number],
  periodS: number,
  extra?: Extra,
]

/** The whole in each unit of concentration, the reading of a pure substance. */
const WHOLE: Readonly<Record<string, number>> = { ppm: 1e6, ppb: 1e9, '%': 100, '%vol': 100 }

function category(name: MetricCategory, rows: readonly Row[]): Metric[] {
  return rows.map(([code, nameCn, nameEn, unit, precision, [rangeLo, rangeHi], periodS, extra]) => {
    const span = rangeHi - rangeLo
    return {
      code,
      nameCn,
      nameEn,
      category: name,
      unit,
      precision,
      rangeLo,
      rangeHi,
      // A healthy analyser drifts slightly below zero; such values are not faulty.
      hardLo: rangeLo >= 0 ? rangeLo - 0.05 * span : rangeLo - span,
      hardHi: WHOLE[unit] ?? rangeHi * 10,
      periodS,
      agg: 'avg',
      ...extra,
    }
  })
}

const UG = 'µg/m³'
const MG = 'mg/m³'

/** domain §4.1 */
const AIR = category('air', [
  ['pm25', '细颗粒物 PM2.5', 'PM2.5', UG, 0, [0, 2000], 300, { maxStepPerMin: 300 }],
  ['pm10', '可吸入颗粒物 PM10', 'PM10', UG, 0, [0, 10000], 300, { maxStepPerMin: 2000 }],
  ['tsp', '总悬浮颗粒物', 'Total suspended particles', UG, 0, [0, 20000], 3600],
  [
    'so2',
    '二氧化硫',
    'Sulphur dioxide',
    UG,
    0,
    [0, 3000],
    60,
    { formula: 'SO₂', molarMass: 64.064, maxStepPerMin: 500 },
  ],
  [
    'no2',
    '二氧化氮',
    'Nitrogen dioxide',
    UG,
    0,
    [0, 4000],
    60,
    { formula: 'NO₂', molarMass: 46.006, maxStepPerMin: 500 },
  ],
  ['no', '一氧化氮', 'Nitric oxide', UG, 0, [0, 2000], 60, { formula: 'NO', molarMass: 30.006, maxStepPerMin: 500 }],
  // Expressed as NO2, hence its molar mass.
  [
    'nox',
    '氮氧化物（以NO₂计）',
    'Nitrogen oxides as NO2',
    UG,
    0,
    [0, 5000],
    60,
    { formula: 'NOₓ', molarMass: 46.006, maxStepPerMin: 800 },
  ],
  ['co', '一氧化碳', 'Carbon monoxide', MG, 2, [0, 200], 60, { formula: 'CO', molarMass: 28.01, maxStepPerMin: 20 }],
  ['o3', '臭氧', 'Ozone', UG, 0, [0, 1500], 60, { formula: 'O₃', molarMass: 47.998, maxStepPerMin: 200 }],
  ['pb_air', '铅（TSP中）', 'Lead in TSP', UG, 3, [0, 10], 86400, { formula: 'Pb' }],
  ['bap', '苯并[a]芘（PM10中）', 'Benzo[a]pyrene in PM10', UG, 4, [0, 0.5], 86400],
  ['bc', '黑碳', 'Black carbon', UG, 1, [0, 100], 300, { maxStepPerMin: 50 }],
  ['nmhc', '非甲烷总烃', 'Non-methane hydrocarbons', MG, 2, [0, 50], 300],
])

type ToxRow = readonly [
  code: string,
  nameCn: string,
  nameEn: string,
  formula: string,
  cas: string,
  molarMass: number,
  rangeHi: number,
  periodS: number,
  precision: number,
]

/** domain §4.2, gases with a molar mass: stored in ppm. No step limit: a release *is* a jump. */
const TOX_PPM = category(
  'tox',
  (
    [
      ['cl2', '氯气', 'Chlorine', 'Cl₂', '7782-50-5', 70.906, 200, 5, 2],
      ['nh3', '氨气', 'Ammonia', 'NH₃', '7664-41-7', 17.031, 5000, 5, 1],
      ['h2s', '硫化氢', 'Hydrogen sulphide', 'H₂S', '7783-06-4', 34.081, 500, 5, 2],
      ['hcl', '氯化氢', 'Hydrogen chloride', 'HCl', '7647-01-0', 36.461, 1000, 5, 2],
      ['hf', '氟化氢', 'Hydrogen fluoride', 'HF', '7664-39-3', 20.006, 300, 5, 2],
      ['hcn', '氰化氢', 'Hydrogen cyanide', 'HCN', '74-90-8', 27.025, 200, 5, 2],
      ['cocl2', '光气', 'Phosgene', 'COCl₂', '75-44-5', 98.916, 20, 5, 3],
      ['ph3', '磷化氢', 'Phosphine', 'PH₃', '7803-51-2', 33.998, 100, 5, 3],
      ['ash3', '砷化氢', 'Arsine', 'AsH₃', '7784-42-1', 77.945, 20, 5, 3],
      ['tox_so2', '二氧化硫（高量程）', 'Sulphur dioxide, high range', 'SO₂', '7446-09-5', 64.064, 500, 5, 2],
      ['tox_no2', '二氧化氮（高量程）', 'Nitrogen dioxide, high range', 'NO₂', '10102-44-0', 46.006, 200, 5, 2],
      ['tox_co', '一氧化碳（高量程）', 'Carbon monoxide, high range', 'CO', '630-08-0', 28.01, 5000, 5, 1],
      ['hcho', '甲醛', 'Formaldehyde', 'HCHO', '50-00-0', 30.026, 200, 30, 3],
      ['benzene', '苯', 'Benzene', 'C₆H₆', '71-43-2', 78.112, 15000, 30, 2],
      ['toluene', '甲苯', 'Toluene', 'C₇H₈', '108-88-3', 92.138, 15000, 30, 2],
      ['xylene', '二甲苯', 'Xylene', 'C₈H₁₀', '1330-20-7', 106.17, 10000, 30, 2],
      ['styrene', '苯乙烯', 'Styrene', 'C₈H₈', '100-42-5', 104.149, 5000, 30, 2],
      ['vcm', '氯乙烯', 'Vinyl chloride', 'C₂H₃Cl', '75-01-4', 62.498, 20000, 30, 2],
      ['acn', '丙烯腈', 'Acrylonitrile', 'C₃H₃N', '107-13-1', 53.063, 200, 30, 2],
      ['cs2', '二硫化碳', 'Carbon disulphide', 'CS₂', '75-15-0', 76.141, 1000, 30, 2],
      ['hydrazine', '肼', 'Hydrazine', 'N₂H₄', '302-01-2', 32.045, 100, 30, 3],
      ['br2', '溴', 'Bromine', 'Br₂', '7726-95-6', 159.81, 50, 5, 2],
    ] satisfies ToxRow[]
  ).map(
    ([code, nameCn, nameEn, formula, cas, molarMass, rangeHi, periodS, precision]): Row => [
      code,
      nameCn,
      nameEn,
      'ppm',
      precision,
      [0, rangeHi],
      periodS,
      { formula, cas, molarMass },
    ],
  ),
)

/** domain §4.2, the rest of the category. */
const TOX_OTHER = category('tox', [
  ['tvoc', '总挥发性有机物（PID，异丁烯当量）', 'Total VOC (PID, isobutylene)', 'ppm', 2, [0, 5000], 5],
  [
    'co2',
    '二氧化碳',
    'Carbon dioxide',
    'ppm',
    0,
    [0, 100000],
    60,
    { formula: 'CO₂', cas: '124-38-9', molarMass: 44.01 },
  ],
  // Pure methane is 20 times its lower explosive limit of 5 %vol.
  ['ch4_lel', '可燃气（%LEL）', 'Combustible gas', '%LEL', 1, [0, 100], 5, { hardHi: 2000 }],
  ['o2', '氧气', 'Oxygen', '%vol', 1, [0, 25], 5, { formula: 'O₂', cas: '7782-44-7' }],
  ['hg_vap', '汞蒸气', 'Mercury vapour', UG, 2, [0, 50000], 60, { formula: 'Hg', cas: '7439-97-6', molarMass: 200.59 }],
])

/** domain §4.3; the extremes on record lie inside the hard ranges. */
const MET = category('met', [
  ['air_temp', '气温', 'Air temperature', '℃', 1, [-55, 55], 60, { hardLo: -100, hardHi: 80, maxStepPerMin: 3 }],
  ['air_rh', '相对湿度', 'Relative humidity', '%', 1, [0, 100], 60, { hardLo: -5, hardHi: 150, maxStepPerMin: 20 }],
  ['air_press', '气压', 'Air pressure', 'hPa', 1, [450, 1080], 60, { hardLo: 200, hardHi: 1200, maxStepPerMin: 3 }],
  ['wind_speed', '风速', 'Wind speed', 'm/s', 1, [0, 100], 60, { hardLo: -1, hardHi: 150, mayRest: true }],
  ['wind_dir', '风向', 'Wind direction', '°', 0, [0, 360], 60, { hardLo: 0, hardHi: 360, agg: 'circular' }],
  ['rain', '降水量', 'Precipitation', 'mm', 1, [0, 300], 60, { hardLo: 0, hardHi: 1000, agg: 'sum', mayRest: true }],
  ['visibility', '能见度', 'Visibility', 'km', 2, [0, 50], 60, { hardLo: 0, hardHi: 500 }],
  [
    'noise_leq',
    '等效声级',
    'Equivalent sound level',
    'dB(A)',
    1,
    [20, 140],
    60,
    { hardLo: -10, hardHi: 194, agg: 'energy' },
  ],
])

const PER_TEST = 0

/** domain §4.4; a breath test has no period. */
const BREATH = category('breath', [
  [
    'feno',
    '呼出气一氧化氮',
    'Exhaled nitric oxide',
    'ppb',
    0,
    [0, 300],
    PER_TEST,
    { formula: 'FeNO', molarMass: 30.006 },
  ],
  ['etco2', '呼气末二氧化碳', 'End-tidal carbon dioxide', '%vol', 2, [0, 10], PER_TEST],
  [
    'br_co',
    '呼气一氧化碳',
    'Breath carbon monoxide',
    'ppm',
    1,
    [0, 150],
    PER_TEST,
    { formula: 'CO', molarMass: 28.01 },
  ],
  ['br_h2', '呼气氢', 'Breath hydrogen', 'ppm', 0, [0, 300], PER_TEST, { formula: 'H₂', molarMass: 2.016 }],
  ['br_ch4', '呼气甲烷', 'Breath methane', 'ppm', 0, [0, 300], PER_TEST, { formula: 'CH₄', molarMass: 16.043 }],
  ['br_nh3', '呼气氨', 'Breath ammonia', 'ppb', 0, [0, 5000], PER_TEST, { formula: 'NH₃', molarMass: 17.031 }],
  ['br_acetone', '丙酮', 'Acetone', 'ppb', 0, [0, 20000], PER_TEST, { molarMass: 58.08 }],
  ['br_isoprene', '异戊二烯', 'Isoprene', 'ppb', 0, [0, 2000], PER_TEST, { molarMass: 68.119 }],
  ['br_ethanol', '乙醇', 'Ethanol', 'ppb', 0, [0, 5000], PER_TEST, { molarMass: 46.069 }],
  ['br_acetald', '乙醛', 'Acetaldehyde', 'ppb', 0, [0, 1000], PER_TEST, { molarMass: 44.053 }],
  ['br_butanone', '2-丁酮', '2-Butanone', 'ppb', 0, [0, 1000], PER_TEST, { molarMass: 72.107 }],
  ['br_hexanal', '己醛', 'Hexanal', 'ppb', 0, [0, 500], PER_TEST, { molarMass: 100.161 }],
  ['br_heptanal', '庚醛', 'Heptanal', 'ppb', 0, [0, 500], PER_TEST, { molarMass: 114.188 }],
  ['br_octanal', '辛醛', 'Octanal', 'ppb', 0, [0, 500], PER_TEST, { molarMass: 128.215 }],
  ['br_nonanal', '壬醛', 'Nonanal', 'ppb', 0, [0, 500], PER_TEST, { molarMass: 142.242 }],
  ['br_limonene', '柠檬烯（环境干扰物）', 'Limonene', 'ppb', 0, [0, 2000], PER_TEST, { molarMass: 136.238 }],
  ['br_score', '呼气指纹得分', 'Breath fingerprint score', '1', 2, [0, 1], PER_TEST, { hardLo: 0, hardHi: 1 }],
])

/** domain §4.5. Integer vitals of a sleeper may stay constant for longer than the stuck rule waits. */
const VITAL = category('vital', [
  ['hr', '心率', 'Heart rate', '次/分', 0, [25, 240], 60, { hardLo: 0, hardHi: 400, maxStepPerMin: 60 }],
  ['spo2', '血氧饱和度', 'Oxygen saturation', '%', 0, [50, 100], 300, { hardLo: 0, maxStepPerMin: 15, mayRest: true }],
  ['rr', '呼吸频率', 'Respiration rate', '次/分', 0, [4, 60], 60, { hardLo: 0, hardHi: 150, mayRest: true }],
  [
    'temp_core',
    '体温（核心/腋温）',
    'Body temperature',
    '℃',
    1,
    [32, 43],
    300,
    { hardLo: 10, hardHi: 50, maxStepPerMin: 1, mayRest: true },
  ],
  ['temp_skin', '体表温度', 'Skin temperature', '℃', 1, [20, 42], 60, { hardLo: -20, hardHi: 60, maxStepPerMin: 5 }],
  ['sbp', '收缩压', 'Systolic blood pressure', 'mmHg', 0, [50, 260], PER_TEST, { hardLo: 0, hardHi: 400 }],
  ['dbp', '舒张压', 'Diastolic blood pressure', 'mmHg', 0, [30, 160], PER_TEST, { hardLo: 0, hardHi: 300 }],
  ['hrv_rmssd', '心率变异性', 'Heart rate variability (RMSSD)', 'ms', 0, [0, 300], 300, { hardLo: 0 }],
  ['steps', '步数', 'Steps', '步', 0, [0, 400], 60, { hardLo: 0, agg: 'sum', mayRest: true }],
  ['activity', '活动强度', 'Activity', 'MET', 1, [0, 20], 60, { hardLo: 0, mayRest: true }],
  ['cough_rate', '咳嗽次数', 'Cough rate', '次/h', 0, [0, 300], 3600, { hardLo: 0 }],
])

/** domain §4.6 */
const NBC = category('nbc', [
  [
    'dose_rate',
    '周围剂量当量率',
    'Ambient dose equivalent rate H*(10)',
    'µSv/h',
    3,
    [0.02, 1e7],
    30,
    { hardLo: 0, maxStepPerMin: 5 },
  ],
  ['abs_dose_rate', '空气吸收剂量率', 'Absorbed dose rate in air', 'nGy/h', 1, [5, 1e7], 30, { hardLo: 0 }],
  ['gamma_cps', 'γ计数率', 'Gamma count rate', 'cps', 0, [0, 1e6], 30, { hardLo: 0 }],
  ['neutron_cps', '中子计数率', 'Neutron count rate', 'cps', 1, [0, 1e4], 30, { hardLo: 0 }],
  ['beta_cps', 'β表面计数率', 'Beta surface count rate', 'cps', 0, [0, 1e5], 30, { hardLo: 0 }],
  ['radon', '氡活度浓度', 'Radon activity concentration', 'Bq/m³', 0, [0, 1e5], 3600, { hardLo: 0, formula: 'Rn' }],
  ['i131_air', '空气中碘-131', 'Iodine-131 in air', 'Bq/m³', 3, [0, 1e6], 3600, { hardLo: 0, formula: '¹³¹I' }],
  ['cs137_air', '空气中铯-137', 'Caesium-137 in air', 'Bq/m³', 3, [0, 1e6], 3600, { hardLo: 0, formula: '¹³⁷Cs' }],
  [
    'chem_bar',
    '毒剂报警格数',
    'Agent alarm bars',
    '格',
    0,
    [0, 8],
    5,
    { hardLo: 0, hardHi: 8, agg: 'max', mayRest: true },
  ],
  ['chem_g', '神经性毒剂（G）浓度', 'Nerve agent (G)', MG, 3, [0, 10], 5],
  ['chem_v', 'V类毒剂浓度', 'Nerve agent (V)', MG, 3, [0, 10], 5],
  ['chem_h', '糜烂性毒剂（H）浓度', 'Blister agent (H)', MG, 3, [0, 10], 5],
  ['bio_total', '气溶胶粒子总数', 'Aerosol particles', '个/L', 0, [0, 1e6], 10, { hardLo: 0 }],
  ['bio_fluor', '荧光粒子数', 'Fluorescent particles', '个/L', 0, [0, 1e5], 10, { hardLo: 0 }],
  ['bio_ratio', '荧光占比', 'Fluorescent share', '%', 1, [0, 100], 10, { hardLo: 0 }],
  ['pcr_ct', 'PCR 循环阈值', 'PCR cycle threshold', 'Ct', 1, [5, 45], PER_TEST, { hardLo: 0, hardHi: 60, agg: 'last' }],
])

/** domain §4.7 */
const SYS = category('sys', [
  ['batt_pct', '电量', 'Battery charge', '%', 0, [0, 100], 300, { hardLo: 0, agg: 'last', mayRest: true }],
  ['batt_v', '电压', 'Supply voltage', 'V', 2, [0, 60], 300, { hardLo: 0, mayRest: true }],
  ['rssi', '信号', 'Signal strength', 'dBm', 0, [-130, 0], 300, { hardLo: -200, hardHi: 50, mayRest: true }],
  ['flow_lpm', '采样流量', 'Sampling flow', 'L/min', 2, [0, 50], 60, { mayRest: true }],
  ['cab_temp', '机箱温度', 'Cabinet temperature', '℃', 1, [-40, 80], 60, { hardLo: -100, hardHi: 150 }],
  ['cab_door', '机箱门', 'Cabinet door', '1', 0, [0, 1], 60, { hardLo: 0, hardHi: 1, agg: 'max', mayRest: true }],
  ['skew_ms', '时钟偏差', 'Clock skew', 'ms', 0, [-300000, 300000], 60, { hardLo: -1e12, hardHi: 1e12, mayRest: true }],
])

const INDEX_500: Extra = { hardLo: 0, hardHi: 500, agg: 'last', mayRest: true }

const IAQI = (
  [
    ['so2', 'SO₂'],
    ['no2', 'NO₂'],
    ['co', 'CO'],
    ['o3', 'O₃'],
    ['o3_8h', 'O₃ 8h'],
    ['pm10', 'PM10'],
    ['pm25', 'PM2.5'],
  ] as const
).map(([code, label]): Row => [`iaqi_${code}`, `${label} 分指数`, `IAQI ${label}`, '1', 0, [0, 500], 3600, INDEX_500])

/** domain §4.7, computed by us. */
const DERIVED = category('derived', [
  ['aqi', '空气质量指数', 'Air quality index', '1', 0, [0, 500], 3600, INDEX_500],
  ...IAQI,
  [
    'o3_8h',
    '臭氧 8 小时滑动平均',
    'Ozone, running 8 h mean',
    UG,
    0,
    [0, 1500],
    3600,
    { formula: 'O₃', molarMass: 47.998 },
  ],
  [
    'atl',
    '空气毒性等级',
    'Air toxicity level',
    '级',
    0,
    [0, 4],
    10,
    { hardLo: 0, hardHi: 4, agg: 'max', mayRest: true },
  ],
  [
    'thi',
    '毒性危害指数',
    'Toxic hazard index',
    '1',
    2,
    [0, 100],
    10,
    { hardLo: 0, hardHi: 1e6, agg: 'max', mayRest: true },
  ],
  ['news2', '早期预警评分', 'NEWS2', '分', 0, [0, 20], 300, { hardLo: 0, hardHi: 20, agg: 'max', mayRest: true }],
  ['completeness', '数据完整率', 'Data completeness', '%', 1, [0, 100], 3600, { hardLo: 0, mayRest: true }],
])

/** The catalogue in the order of domain §4. */
export const METRIC_ROWS: readonly Metric[] = [
  ...AIR,
  ...TOX_PPM,
  ...TOX_OTHER,
  ...MET,
  ...BREATH,
  ...VITAL,
  ...NBC,
  ...SYS,
  ...DERIVED,
]
