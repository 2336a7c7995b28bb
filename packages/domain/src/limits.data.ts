import type { AvgPeriod, Confidence, Limit, LimitKind, LimitSet, Severity } from './limit.ts'

// Figures of domain §5.1–5.6. Severities are our own mapping (§5.4, §5.5 and design.md §5), everything else is quoted.

const NO_LEGAL_START = '1970-01-01'
const UG = 'µg/m³'
const MG = 'mg/m³'

const set = (
  code: string,
  name: string,
  standardNo: string,
  validFrom: string,
  validTo: string | undefined,
  source: string,
  confidence: Confidence,
): LimitSet => ({ code, name, standardNo, validFrom, validTo, source, confidence })

const GB3095_2026 = 'GB 3095-2026 表 1、表 2（2026-02-13 发布）'

export const LIMIT_SET_ROWS: readonly LimitSet[] = [
  set(
    'GB3095-2012',
    '环境空气质量标准 2012',
    'GB 3095-2012',
    '2016-01-01',
    '2026-02-28',
    'GB 3095-2012 表 1、表 2',
    'A',
  ),
  set('GB3095-2026-T', '环境空气质量标准 2026（过渡期）', 'GB 3095-2026', '2026-03-01', '2030-12-31', GB3095_2026, 'A'),
  set('GB3095-2026', '环境空气质量标准 2026', 'GB 3095-2026', '2031-01-01', undefined, GB3095_2026, 'A'),
  set('HJ633-2012', 'AQI 分指数 2012', 'HJ 633-2012', '2016-01-01', '2026-02-28', 'HJ 633-2012 表 1', 'A'),
  // Kept until HJ 633 is revised: GB 3095 tightens in 2031, this table does not (domain §5.2).
  set('HJ633-2026', 'AQI 分指数 2026', 'HJ 633-2026', '2026-03-01', undefined, 'HJ 633-2026 表 3', 'A'),
  set(
    'AEGL',
    '急性暴露指导水平',
    'US EPA/NRC AEGL',
    NO_LEGAL_START,
    undefined,
    'US EPA/NRC AEGL programme, epa.gov/aegl',
    'B',
  ),
  set('HJ169-2018', '大气毒性终点浓度', 'HJ 169-2018', '2019-03-01', undefined, 'HJ 169-2018 表 H.1', 'A'),
  set(
    'NIOSH-IDLH',
    '立即威胁生命和健康浓度',
    'NIOSH IDLH',
    NO_LEGAL_START,
    undefined,
    'NIOSH IDLH list, cdc.gov/niosh/idlh',
    'A',
  ),
  set('AIHA-ERPG', '应急响应计划指南', 'AIHA ERPG', NO_LEGAL_START, undefined, 'AIHA ERPG', 'B'),
  set(
    'GBZ2.1-2019',
    '工作场所职业接触限值',
    'GBZ 2.1-2019',
    '2020-04-01',
    undefined,
    'GBZ 2.1-2019 表 1，据 GB/T 50493-2019 引用',
    'B',
  ),
  set(
    'GBZ2.1-2019-0',
    '工作场所职业接触限值（修改前）',
    'GBZ 2.1-2019',
    '2020-04-01',
    '2022-11-07',
    'GBZ 2.1-2019 表 1',
    'B',
  ),
  set(
    'GBZ2.1-2019-1',
    '工作场所职业接触限值（第 1 号修改单）',
    'GBZ 2.1-2019',
    '2022-11-08',
    undefined,
    'GBZ 2.1-2019 第 1 号修改单',
    'B',
  ),
  set('GB18871-2002', '电离辐射剂量限值与干预水平', 'GB 18871-2002', '2003-04-01', undefined, 'GB 18871-2002', 'A'),
  set(
    'IAEA-OIL',
    '操作干预水平 OIL',
    'IAEA EPR-NPP-OILs 2017',
    NO_LEGAL_START,
    undefined,
    'IAEA GSG-2、EPR-NPP-OILs 2017',
    'B',
  ),
  set(
    'ATS-FENO-2011',
    'FeNO 临床判读',
    'ATS 2011',
    NO_LEGAL_START,
    undefined,
    'ATS clinical practice guideline on FeNO (2011)',
    'A',
  ),
]

const SET_CONFIDENCE = new Map(LIMIT_SET_ROWS.map(({ code, confidence }) => [code, confidence]))

interface Figure {
  readonly set: string
  readonly metric: string
  readonly kind: LimitKind
  readonly level?: string
  readonly grade?: 1 | 2
  readonly period: AvgPeriod
  readonly op?: '>' | '>='
  readonly value: number
  readonly unit: string
  readonly severity?: Severity
  readonly confidence?: Confidence
  readonly note?: string
}

function limit(figure: Figure): Limit {
  const { set: setCode, metric, kind, level = '', grade, period } = figure
  return {
    id: [setCode, kind, metric, level, period, grade ?? ''].filter((part) => part !== '').join(':'),
    setCode,
    metricCode: metric,
    kind,
    level,
    grade,
    avgPeriod: period,
    op: figure.op ?? '>=',
    value: figure.value,
    unit: figure.unit,
    severity: figure.severity,
    confidence: figure.confidence ?? SET_CONFIDENCE.get(setCode) ?? 'B',
    note: figure.note,
  }
}

type Pair = readonly [grade1: number, grade2: number]
/** Grade 1 / grade 2 in the three sets: 2012, 2026 transition, 2026 final (domain §5.1). */
type AmbientRow = readonly [metric: string, period: AvgPeriod, old: Pair, transition: Pair, final: Pair]

const same = (metric: string, period: AvgPeriod, pair: Pair): AmbientRow => [metric, period, pair, pair, pair]

const AMBIENT: readonly AmbientRow[] = [
  ['so2', 'year', [20, 60], [20, 60], [20, 20]],
  ['so2', 'day', [50, 150], [50, 150], [50, 50]],
  ['so2', '1h', [150, 500], [150, 500], [150, 150]],
  ['no2', 'year', [40, 40], [40, 40], [30, 30]],
  ['no2', 'day', [80, 80], [80, 80], [50, 50]],
  same('no2', '1h', [200, 200]),
  same('co', 'day', [4, 4]),
  same('co', '1h', [10, 10]),
  same('o3', 'day8h', [100, 160]),
  same('o3', '1h', [160, 200]),
  ['pm10', 'year', [40, 70], [40, 60], [20, 50]],
  ['pm10', 'day', [50, 150], [50, 120], [50, 100]],
  ['pm25', 'year', [15, 35], [15, 30], [10, 25]],
  ['pm25', 'day', [35, 75], [35, 60], [25, 50]],
]

/** Table 2 of the standard: applies only where the ministry or a province prescribes it (clause 4.5). */
const AMBIENT_REGIONAL: readonly AmbientRow[] = [
  same('tsp', 'year', [80, 200]),
  same('tsp', 'day', [120, 300]),
  ['nox', 'year', [50, 50], [50, 50], [40, 40]],
  ['nox', 'day', [100, 100], [100, 100], [70, 70]],
  same('nox', '1h', [250, 250]),
  same('pb_air', 'year', [0.5, 0.5]),
  same('pb_air', 'quarter', [1, 1]),
  same('bap', 'year', [0.001, 0.001]),
  same('bap', 'day', [0.0025, 0.0025]),
]

const GB3095_SETS = ['GB3095-2012', 'GB3095-2026-T', 'GB3095-2026'] as const

function ambient(rows: readonly AmbientRow[], note?: string): Limit[] {
  return rows.flatMap(([metric, period, ...pairs]) =>
    pairs.flatMap((pair, i) =>
      ([1, 2] as const).map((grade) =>
        limit({
          set: GB3095_SETS[i] ?? '',
          metric,
          kind: 'GB3095',
          grade,
          period,
          op: '>',
          value: pair[grade - 1] ?? Number.NaN,
          unit: metric === 'co' ? MG : UG,
          severity: note || grade === 1 ? 5 : period === 'year' ? 4 : 3,
          note,
        }),
      ),
    ),
  )
}

/** Concentration at IAQI 0, 50, 100, 150, 200, 300, 400, 500; null = not indexed (domain §5.2 b, c). */
type BreakpointRow = readonly [metric: string, period: AvgPeriod, at: readonly (number | null)[]]

const IAQI_STEPS = [0, 50, 100, 150, 200, 300, 400, 500] as const

const BREAKPOINTS_COMMON: readonly BreakpointRow[] = [
  ['so2', 'day', [0, 50, 150, 475, 800, 1600, 2100, 2620]],
  ['so2', '1h', [0, 150, 500, 650, 800, null, null, null]],
  ['no2', 'day', [0, 40, 80, 180, 280, 565, 750, 940]],
  ['no2', '1h', [0, 100, 200, 700, 1200, 2340, 3090, 3840]],
  ['co', 'day', [0, 2, 4, 14, 24, 36, 48, 60]],
  ['co', '1h', [0, 5, 10, 35, 60, 90, 120, 150]],
  ['o3', 'day8h', [0, 100, 160, 215, 265, 800, null, null]],
  ['o3', '1h', [0, 160, 200, 300, 400, 800, 1000, 1200]],
]

const BREAKPOINTS: readonly (readonly [set: string, rows: readonly BreakpointRow[]])[] = [
  [
    'HJ633-2012',
    [
      ...BREAKPOINTS_COMMON,
      ['pm10', 'day', [0, 50, 150, 250, 350, 420, 500, 600]],
      ['pm25', 'day', [0, 35, 75, 115, 150, 250, 350, 500]],
    ],
  ],
  [
    'HJ633-2026',
    [
      ...BREAKPOINTS_COMMON,
      ['pm10', 'day', [0, 50, 120, 250, 350, 420, 500, 600]],
      ['pm25', 'day', [0, 35, 60, 115, 150, 250, 350, 500]],
    ],
  ],
]

const iaqi = (): Limit[] =>
  BREAKPOINTS.flatMap(([setCode, rows]) =>
    rows.flatMap(([metric, period, at]) =>
      at.flatMap((value, i) =>
        value === null
          ? []
          : [
              limit({
                set: setCode,
                metric,
                kind: 'IAQI_BP',
                level: String(IAQI_STEPS[i]),
                period,
                value,
                unit: metric === 'co' ? MG : UG,
              }),
            ],
      ),
    ),
  )

const AEGL_PERIODS = ['10min', '30min', '60min', '4h', '8h'] as const
const AEGL_SEVERITY: readonly Severity[] = [3, 2, 1]
type FiveDurations = readonly [number, number, number, number, number]

/** All five durations, ppm, levels 1 to 3 (domain §5.3). */
const AEGL_FULL: readonly (readonly [metric: string, confidence: Confidence, levels: readonly FiveDurations[]])[] = [
  [
    'cl2',
    'A',
    [
      [0.5, 0.5, 0.5, 0.5, 0.5],
      [2.8, 2.8, 2.0, 1.0, 0.71],
      [50, 28, 20, 10, 7.1],
    ],
  ],
  [
    'nh3',
    'A',
    [
      [30, 30, 30, 30, 30],
      [220, 220, 160, 110, 110],
      [2700, 1600, 1100, 550, 390],
    ],
  ],
  [
    'h2s',
    'A',
    [
      [0.75, 0.6, 0.51, 0.36, 0.33],
      [41, 32, 27, 20, 17],
      [76, 59, 50, 37, 31],
    ],
  ],
  [
    'tox_so2',
    'A',
    [
      [0.2, 0.2, 0.2, 0.2, 0.2],
      [0.75, 0.75, 0.75, 0.75, 0.75],
      [30, 30, 30, 19, 9.6],
    ],
  ],
  [
    'hcl',
    'A',
    [
      [1.8, 1.8, 1.8, 1.8, 1.8],
      [100, 43, 22, 11, 11],
      [620, 210, 100, 26, 26],
    ],
  ],
  [
    'hydrazine',
    'B',
    [
      [0.1, 0.1, 0.1, 0.1, 0.1],
      [23, 16, 13, 3.1, 1.6],
      [64, 45, 35, 8.9, 4.4],
    ],
  ],
]

/** 60 minutes only, ppm; null = blank or not recommended. */
const AEGL_60MIN: readonly (readonly [metric: string, l1: number | null, l2: number, l3: number, note?: string])[] = [
  ['hf', 1.0, 24, 44],
  ['hcn', null, 7.1, 15],
  ['cocl2', null, 0.3, 0.75],
  ['ph3', null, 2.0, 3.6],
  ['ash3', null, 0.17, 0.5],
  ['tox_no2', null, 12, 20],
  ['tox_co', null, 83, 330],
  ['hcho', null, 14, 56, '临时 AEGL（interim）'],
  ['benzene', 52, 800, 4000, '临时 AEGL（interim）'],
  ['toluene', null, 560, 3700],
  ['xylene', null, 920, 2500],
  ['styrene', null, 130, 1100],
  ['vcm', 250, 1200, 4800],
  ['acn', null, 1.7, 28],
  ['cs2', 13, 160, 480],
]

const aegl = (): Limit[] => [
  ...AEGL_FULL.flatMap(([metric, confidence, levels]) =>
    levels.flatMap((durations, l) =>
      durations.map((value, i) =>
        limit({
          set: 'AEGL',
          metric,
          kind: 'AEGL',
          level: String(l + 1),
          period: AEGL_PERIODS[i] ?? '60min',
          value,
          unit: 'ppm',
          severity: AEGL_SEVERITY[l],
          confidence,
        }),
      ),
    ),
  ),
  ...AEGL_60MIN.flatMap(([metric, l1, l2, l3, note]) =>
    [l1, l2, l3].flatMap((value, l) =>
      value === null
        ? []
        : [
            limit({
              set: 'AEGL',
              metric,
              kind: 'AEGL',
              level: String(l + 1),
              period: '60min',
              value,
              unit: 'ppm',
              severity: AEGL_SEVERITY[l],
              confidence: 'B',
              note: note ?? '仅60分钟限值',
            }),
          ],
    ),
  ),
]

/** 终点浓度-2 / -1, mg/m³ (domain §5.3). */
const HJ169: readonly (readonly [metric: string, point2: number, point1: number, isComputed?: boolean])[] = [
  ['cl2', 5.8, 58],
  ['nh3', 110, 770],
  ['h2s', 38, 70],
  ['hcl', 33, 150],
  ['hf', 20, 36],
  ['hcn', 7.8, 17],
  ['cocl2', 1.2, 3],
  ['ph3', 2.8, 5],
  ['ash3', 0.54, 1.6],
  ['tox_so2', 2.0, 79, true],
  ['tox_no2', 23, 38],
  ['tox_co', 95, 380, true],
  ['hcho', 17, 69],
  ['benzene', 2600, 13000],
  ['toluene', 2100, 14000],
  ['xylene', 4000, 11000],
  ['styrene', 550, 4700],
  ['vcm', 3100, 12000],
  ['acn', 3.7, 61],
  ['cs2', 500, 1500],
  ['hydrazine', 17, 46],
  ['hg_vap', 1.7, 8.9],
]

const hj169 = (): Limit[] =>
  HJ169.flatMap(([metric, point2, point1, isComputed]) =>
    (
      [
        ['终点-2', point2, 2],
        ['终点-1', point1, 1],
      ] as const
    ).map(([level, value, severity]) =>
      limit({
        set: 'HJ169-2018',
        metric,
        kind: 'HJ169',
        level,
        period: '60min',
        value,
        unit: MG,
        severity,
        confidence: isComputed ? 'B' : 'A',
        ...(isComputed && { note: '由 AEGL 换算，未在表中读到' }),
      }),
    ),
  )

/** ppm. An IDLH below the 60-min AEGL-2 (benzene, toluene) counts one level lower (domain §5.4). */
const IDLH: readonly (readonly [metric: string, value: number, severity: Severity, confidence?: Confidence])[] = [
  ['cl2', 10, 1],
  ['nh3', 300, 1],
  ['h2s', 100, 1],
  ['hcl', 50, 1],
  ['hf', 30, 1],
  ['hcn', 50, 1],
  ['cocl2', 2, 1],
  ['ash3', 3, 1],
  ['tox_so2', 100, 1],
  ['tox_co', 1200, 1],
  ['hcho', 20, 1],
  ['benzene', 500, 2],
  ['toluene', 500, 2, 'B'],
  ['cs2', 500, 1],
  ['br2', 3, 1],
  ['co2', 40000, 1, 'B'],
]

const ERPG: readonly (readonly [metric: string, level: '1' | '2' | '3', value: number])[] = [
  ['cl2', '1', 1],
  ['cl2', '2', 3],
  ['cl2', '3', 20],
  ['nh3', '2', 150],
  ['h2s', '2', 30],
  ['tox_so2', '2', 3],
  ['tox_co', '2', 350],
  ['hcn', '2', 10],
  ['hf', '2', 20],
  ['hcl', '2', 20],
  ['benzene', '2', 150],
]
const ERPG_SEVERITY: Readonly<Record<'1' | '2' | '3', Severity>> = { 1: 3, 2: 2, 3: 1 }

/** mg/m³ (domain §5.3): a ceiling, or 8 h mean / 15 min mean. */
const OEL_MAC: readonly (readonly [metric: string, value: number])[] = [
  ['cl2', 1],
  ['h2s', 10],
  ['hcl', 7.5],
  ['hf', 2],
  ['hcn', 1],
  ['cocl2', 0.5],
]
const OEL_TWA_STEL: readonly (readonly [metric: string, twa: number, stel: number, set?: string])[] = [
  ['nh3', 20, 30],
  ['tox_so2', 5, 10],
  ['tox_no2', 5, 10],
  ['tox_co', 20, 30],
  ['benzene', 6, 10, 'GBZ2.1-2019-0'],
  ['benzene', 3, 6, 'GBZ2.1-2019-1'],
  ['toluene', 50, 100],
  ['xylene', 50, 100],
  ['acn', 1, 2],
  ['co2', 9000, 18000],
]

function occupational(): Limit[] {
  const base = (metric: string) => ({
    metric,
    op: '>' as const,
    unit: MG,
    ...(metric === 'nh3' && { confidence: 'A' as const }),
    ...(metric === 'tox_co' && { note: '海拔 2000 m 以下' }),
  })
  const setOf = (code = 'GBZ2.1-2019') => ({ set: code })
  return [
    ...OEL_MAC.map(([metric, value]) =>
      limit({ ...base(metric), ...setOf(), kind: 'OEL_MAC', period: 'instant', value, severity: 4 }),
    ),
    ...OEL_TWA_STEL.flatMap(([metric, twa, stel, code]) => [
      limit({ ...base(metric), ...setOf(code), kind: 'OEL_TWA', period: '8h', value: twa, severity: 5 }),
      limit({ ...base(metric), ...setOf(code), kind: 'OEL_STEL', period: '15min', value: stel, severity: 4 }),
    ]),
  ]
}

const acute = (): Limit[] => [
  ...IDLH.map(([metric, value, severity, confidence]) =>
    limit({
      set: 'NIOSH-IDLH',
      metric,
      kind: 'IDLH',
      period: 'instant',
      value,
      unit: 'ppm',
      severity,
      ...(confidence && { confidence }),
    }),
  ),
  ...ERPG.map(([metric, level, value]) =>
    limit({
      set: 'AIHA-ERPG',
      metric,
      kind: 'ERPG',
      level,
      period: '60min',
      value,
      unit: 'ppm',
      severity: ERPG_SEVERITY[level],
    }),
  ),
]

/** Dose limits are integrals over dose_rate, not rates: their unit shows it and no rail displays them. */
const DOSE: readonly (readonly [level: string, period: AvgPeriod, value: number, unit: string])[] = [
  ['公众有效剂量', 'year', 1, 'mSv'],
  ['公众有效剂量（特殊情况）', 'year', 5, 'mSv'],
  ['公众眼晶体', 'year', 15, 'mSv'],
  ['公众皮肤', 'year', 50, 'mSv'],
  ['职业照射（5 年平均）', 'year', 20, 'mSv'],
  ['职业照射（任一年）', 'year', 50, 'mSv'],
  ['职业眼晶体', 'year', 150, 'mSv'],
  ['职业四肢或皮肤', 'year', 500, 'mSv'],
  ['隐蔽（2 d 可防止）', 'day', 10, 'mSv'],
  ['撤离（7 d 可防止）', '7d', 50, 'mSv'],
  ['碘防护（甲状腺）', '7d', 100, 'mGy'],
  ['临时避迁（首月）', 'month', 30, 'mSv'],
  ['终止避迁', 'month', 10, 'mSv'],
  ['永久再定居（终身）', 'life', 1000, 'mSv'],
]

const radiation = (): Limit[] => {
  const oil = { set: 'IAEA-OIL', kind: 'OIL', period: 'instant', note: '参考，不自动执行' } as const
  const rate = { ...oil, metric: 'dose_rate', unit: 'µSv/h' } as const
  return [
    limit({ ...rate, level: '1', value: 1000, severity: 1 }),
    limit({ ...rate, level: '2', value: 100, severity: 2, note: '仅适用于最初几天；参考，不自动执行' }),
    limit({ ...rate, level: '3', value: 1, severity: 3, confidence: 'A' }),
    // Skin at 10 cm: not applied to an air monitor.
    limit({ ...rate, level: '4', value: 1, confidence: 'A', note: '皮肤 γ，10 cm 处；仅供查阅' }),
    limit({
      ...oil,
      metric: 'beta_cps',
      level: '4',
      value: 1000,
      unit: 'cps',
      severity: 3,
      confidence: 'A',
      note: '皮肤，2 cm 处',
    }),
    ...DOSE.map(([level, period, value, unit]) =>
      limit({ set: 'GB18871-2002', metric: 'dose_rate', kind: 'DOSE', level, period, value, unit, op: '>' }),
    ),
  ]
}

const clinical = (): Limit[] =>
  (
    [
      ['成人中等', 25, '>=', 5],
      ['成人高', 50, '>', 4],
      ['儿童中等（<12 岁）', 20, '>=', 5],
      ['儿童高（<12 岁）', 35, '>', 4],
    ] as const
  ).map(([level, value, op, severity]) =>
    limit({
      set: 'ATS-FENO-2011',
      metric: 'feno',
      kind: 'CLIN',
      level,
      period: 'instant',
      op,
      value,
      unit: 'ppb',
      severity,
    }),
  )

/** Every published figure of domain §5.1–5.6; ids are unique. */
export const LIMIT_ROWS: readonly Limit[] = [
  ...ambient(AMBIENT),
  ...ambient(AMBIENT_REGIONAL, '仅在生态环境部或省级规定时适用（第 4.5 条）'),
  ...iaqi(),
  ...aegl(),
  ...hj169(),
  ...acute(),
  ...occupational(),
  ...radiation(),
  ...clinical(),
]
