import type { LimitBranch, RuleBody, RuleBranch } from './rule.ts'

/** A shipped rule: a starting point for administrators and the seed of a new network. */
export interface RuleTemplate {
  /** Stable. */
  readonly code: string
  readonly name: string
  readonly description: string
  /** Published source of its figures; empty for our own figures. */
  readonly source: string
  readonly body: RuleBody
  /** 处置建议 */
  readonly guide: string
  readonly checklist: readonly string[]
}

const MINUTE_S = 60
/** Common defaults. */
const body = (scope: RuleBody['scope'], branches: readonly RuleBranch[], rest: Partial<RuleBody> = {}): RuleBody => ({
  place: 'public',
  scope,
  branches,
  corroborate: null,
  autoClear: true,
  latch: true,
  escalate: null,
  ...rest,
})

const limit = (
  severity: LimitBranch['severity'],
  kind: LimitBranch['kind'],
  level: string,
  rest: Partial<LimitBranch> = {},
): LimitBranch => ({
  type: 'limit',
  severity,
  kind,
  level,
  forS: 0,
  clearForS: 10 * MINUTE_S,
  clearShare: 0.9,
  ...rest,
})

/** Occupational limits clear quickly once the air is clean, so that people can return to work. */
const OEL = { clearForS: 5 * MINUTE_S, forS: 0 } as const

export const RULE_TEMPLATE_ROWS: readonly RuleTemplate[] = [
  {
    code: 'gas-two-level',
    name: '有毒气体两级报警',
    description:
      '作业场所有毒气体探测器：一级 100 % OEL，二级 200 % OEL。有最高容许浓度的按 MAC，其余按短时间接触浓度 STEL。',
    source: 'GB/T 50493-2019、GBZ 2.1-2019',
    body: body(
      { deviceKinds: ['gas'] },
      [
        limit(3, 'OEL_MAC', '', { ...OEL, share: 2 }),
        limit(3, 'OEL_STEL', '', { ...OEL, share: 2 }),
        limit(4, 'OEL_MAC', '', OEL),
        limit(4, 'OEL_STEL', '', OEL),
      ],
      { place: 'work' },
    ),
    guide:
      '一级报警：通知现场人员佩戴防护用品，查明泄漏点。二级报警：人员向上风方向撤离，启动现场处置方案，未佩戴正压式空气呼吸器不得进入。',
    checklist: [
      '联系现场，确认是否有人员暴露',
      '核对相邻探测器和风向',
      '确认探测器不在标定或维护中',
      '记录泄漏点和处置措施',
    ],
  },
  {
    code: 'aegl',
    name: 'AEGL 分级报警',
    description: '公众急性暴露：60 min 滑动均值达到 AEGL-3、AEGL-2、AEGL-1，由重到轻取先满足的一支。',
    source: 'US EPA/NRC AEGL',
    body: body({ deviceKinds: ['gas', 'air'] }, [
      limit(1, 'AEGL', '3', { avgPeriod: '60min', forS: MINUTE_S }),
      limit(2, 'AEGL', '2', { avgPeriod: '60min', forS: 2 * MINUTE_S }),
      limit(3, 'AEGL', '1', { avgPeriod: '60min', forS: 5 * MINUTE_S }),
    ]),
    guide:
      'AEGL-1：敏感人群会有不适，核实来源并通报园区。AEGL-2：可能造成不可逆伤害或影响逃生，通知下风向人员就地避险或撤离。AEGL-3：有生命危险，立即启动应急响应，组织下风向撤离。',
    checklist: [
      '核对邻站和上风向站点是否同步升高',
      '查看风向、风速，判断下风向敏感目标',
      '电话联系园区应急值班，确认有无泄漏',
      '向省级值班报告并记录时间',
    ],
  },
  {
    code: 'hj169-endpoint',
    name: 'HJ 169 大气毒性终点浓度',
    description: '化工园区：60 min 滑动均值达到大气毒性终点浓度-1（可能危及生命）或终点浓度-2（可能造成不可逆伤害）。',
    source: 'HJ 169-2018 表 H.1',
    body: body({ deviceKinds: ['gas', 'air'], stationTypes: ['park'] }, [
      limit(1, 'HJ169', '终点-1', { forS: MINUTE_S }),
      limit(2, 'HJ169', '终点-2', { forS: 2 * MINUTE_S }),
    ]),
    guide:
      '按企业突发环境事件应急预案响应：终点浓度-2 通知影响范围内人员避险，终点浓度-1 组织撤离，并报告生态环境部门。',
    checklist: ['通知园区和企业核查泄漏源', '估算影响范围内的敏感目标', '确认企业已启动应急预案', '安排加密监测'],
  },
  {
    code: 'gb3095-hour',
    name: '环境空气小时值超二级',
    description: '环境空气小时均值超过现行 GB 3095 的限值；站点所在功能区决定一级或二级。',
    source: 'GB 3095-2026（2026-03-01 起）、GB 3095-2012',
    body: body({ deviceKinds: ['air'], metricCodes: ['so2', 'no2', 'co', 'o3'] }, [
      limit(4, 'GB3095', '', { avgPeriod: '1h', clearShare: 1, clearForS: 0 }),
    ]),
    guide: '核对数据有效性和气象条件，判断是区域污染还是局地排放；连续 3 h 超标通报当地生态环境部门。',
    checklist: ['核对小时有效数据是否不少于 45 min', '对比周边站点同一小时', '查看风向和污染物组合，判断来源'],
  },
  {
    code: 'radiation-levels',
    name: '辐射运行水平',
    description:
      '固定辐射监测仪：高于基线 6 σ（至少 0.05 µSv/h）10 min 或 10 min 均值 0.3 µSv/h 提示，达到基线 2 倍一般；达到 1、100、1000 µSv/h 按 OIL3、OIL2、OIL1 分级，须有另一台设备印证，否则先按较大处理。',
    source: 'IAEA GSG-2、EPR-NPP-OILs 2017（OIL 仅作参考）；运行水平为本网自定',
    body: body(
      { deviceKinds: ['rad'], metricCodes: ['dose_rate'] },
      [
        limit(1, 'OIL', '1'),
        limit(2, 'OIL', '2'),
        limit(3, 'OIL', '3'),
        { type: 'deviation', severity: 4, op: '>', sigmas: 6, times: 2, n: 2, forS: 0, clearForS: 30 * MINUTE_S },
        {
          type: 'deviation',
          severity: 5,
          op: '>',
          sigmas: 6,
          atLeast: 0.05,
          n: 1,
          forS: 10 * MINUTE_S,
          clearForS: 30 * MINUTE_S,
        },
        {
          type: 'threshold',
          severity: 5,
          op: '>=',
          value: 0.3,
          avgS: 10 * MINUTE_S,
          forS: 10 * MINUTE_S,
          clearValue: 0.25,
          clearForS: 30 * MINUTE_S,
        },
      ],
      { corroborate: { neighbours: 1, radiusKm: 50, capSeverity: 3, verifyS: 10 * MINUTE_S } },
    ),
    guide:
      '先排除降雨：降雨会把氡子体带到地面，剂量率升高约一小时后回落。无降雨或升高超过 2.5 倍时，用便携仪器现场复测并查看能谱。OIL 是参考值，防护行动由核应急组织决定。',
    checklist: ['查看近 1 h 降雨量', '查看能谱有无人工核素', '核对相邻站点剂量率', '安排便携仪器复测'],
  },
  {
    code: 'atl',
    name: '空气毒性等级 ATL',
    description:
      '把 10 min 到 8 h 五个窗口与 AEGL 比较，取最高的等级：1 关注、2 预警、3 危险、4 致命；5 km 内 3 台设备先后报警时合并为一起。本网自定指标。',
    source: '',
    body: body({ deviceKinds: ['gas', 'air'] }, [
      { type: 'toxicLoad', severity: 1, level: 4, forS: 0, clearForS: MINUTE_S },
      { type: 'toxicLoad', severity: 2, level: 3, forS: 0, clearForS: MINUTE_S },
      { type: 'toxicLoad', severity: 3, level: 2, forS: 0, clearForS: MINUTE_S },
      { type: 'toxicLoad', severity: 5, level: 1, forS: 5 * MINUTE_S, clearForS: 5 * MINUTE_S },
      {
        type: 'cluster',
        severity: 2,
        of: 'device',
        count: 3,
        radiusKm: 5,
        withinS: 30 * MINUTE_S,
        forS: 0,
        clearForS: 10 * MINUTE_S,
      },
    ]),
    guide: '按等级响应：关注只记录；预警核实来源；危险通知下风向避险；致命立即启动应急响应并组织撤离。',
    checklist: ['核对邻站是否同步升高', '查看风向和下风向敏感目标', '联系站点所在园区或单位'],
  },
  {
    code: 'device-offline',
    name: '设备离线',
    description: '设备超过上报时限没有任何消息，或自报故障，持续 10 min。',
    source: '',
    body: body(
      {},
      [
        { type: 'status', severity: 4, statuses: ['fault'], forS: 10 * MINUTE_S, clearForS: MINUTE_S },
        { type: 'status', severity: 5, statuses: ['offline'], forS: 10 * MINUTE_S, clearForS: MINUTE_S },
      ],
      { latch: false },
    ),
    guide: '先看同站其他设备和网关：一起离线多为供电或通信中断。单台离线联系运维检查供电、网络和凭证。',
    checklist: ['查看同站设备和网关状态', '联系站点确认供电和网络', '超过 4 h 派单现场处理'],
  },
  {
    code: 'no-data',
    name: '无数据 30 min',
    description: '设备在线，但通道连续 30 min 没有可用于报警的样本。',
    source: '',
    body: body(
      { deviceKinds: ['gas', 'rad', 'chem', 'bio'] },
      [{ type: 'nodata', severity: 5, forS: 30 * MINUTE_S, clearForS: 5 * MINUTE_S }],
      { latch: false },
    ),
    guide: '确认是否在标定或维护中；否则远程重启采集，仍无数据派单更换传感器。',
    checklist: ['查看拒收原因和质量标记', '确认是否在标定或维护中', '远程重启采集'],
  },
  {
    code: 'stuck',
    name: '数值僵死',
    description: '读数长时间一动不动：仪器多半已经停止测量，此时的正常值不可信。',
    source: '',
    body: body(
      { deviceKinds: ['air', 'rad', 'met'] },
      [{ type: 'stuck', severity: 5, forS: 10 * MINUTE_S, clearForS: 10 * MINUTE_S }],
      { latch: false },
    ),
    guide: '僵死期间的数据不参与统计和报警。检查采样泵、滤膜和传感器，必要时做零点和跨度检查。',
    checklist: ['查看采样流量等状态量', '安排零点或跨度检查', '更换后复核读数'],
  },
  {
    code: 'nbc-event',
    name: '核生化探测事件',
    description: '化学毒剂、生物气溶胶和辐射设备自己报出的探测事件；设备级别为 1–2 的按重大处理，其余按较大。',
    source: '',
    body: body(
      { deviceKinds: ['chem', 'bio', 'rad'] },
      [
        { type: 'event', severity: 2, eventType: 'nbc', maxLevel: 2, forS: 0, clearForS: 10 * MINUTE_S },
        { type: 'event', severity: 3, eventType: 'nbc', forS: 0, clearForS: 10 * MINUTE_S },
      ],
      {
        corroborate: { neighbours: 1, radiusKm: 20, capSeverity: 3, verifyS: 10 * MINUTE_S },
        autoClear: false,
      },
    ),
    guide: '按核生化事件预案执行：封控现场，采样送检，未经核实不对外发布。单台设备的报警先按待核实处理。',
    checklist: ['确认设备自检正常', '查看相邻设备和现场视频', '通知专业队伍采样', '向国家值班报告'],
  },
  {
    code: 'device-clock',
    name: '设备时钟异常',
    description: '设备时钟与服务器相差超过 30 秒。测量值照常判定，但时间不可信。',
    source: '',
    body: body({}, [{ type: 'status', severity: 5, statuses: ['clock'], forS: 5 * MINUTE_S, clearForS: MINUTE_S }], {
      latch: false,
    }),
    guide: '核对设备的时间同步设置（NTP 服务器、时区），必要时远程下发校时命令。',
    checklist: ['核对设备时间', '核对时间同步设置'],
  },
  {
    code: 'dust',
    name: '沙尘过程',
    description:
      'PM10 60 min 均值达到 600 µg/m³ 为一般；达到 1000 µg/m³ 且最近 10 min 均值仍在 800 µg/m³ 以上为较大。本网自定。',
    source: '',
    body: body({ deviceKinds: ['air'], metricCodes: ['pm10'] }, [
      {
        type: 'composite',
        severity: 3,
        conditions: [
          { type: 'threshold', op: '>=', value: 1_000, avgS: 3_600, forS: 0, clearForS: 0 },
          { type: 'threshold', op: '>=', value: 800, avgS: 600, forS: 0, clearForS: 0 },
        ],
        forS: 0,
        clearForS: 30 * MINUTE_S,
      },
      {
        type: 'threshold',
        severity: 4,
        op: '>=',
        value: 600,
        avgS: 3_600,
        clearValue: 500,
        forS: 0,
        clearForS: 30 * MINUTE_S,
      },
    ]),
    guide: '核对周边站点是否沿风向依次升高。沙尘期间 PM10 按规定标注后参与评价；通知学校和户外作业单位减少外出。',
    checklist: ['查看上风向站点和风速', '核对 PM2.5 与 PM10 之比', '确认采样口未堵塞', '通报省级值班'],
  },
  {
    code: 'news2',
    name: 'NEWS2 早期预警',
    description: '佩戴者的 NEWS2 评分上升：达到 7 分按重大处理，5–6 分或任一单项 3 分按较大处理；部分评分同样适用。',
    source: 'Royal College of Physicians, National Early Warning Score (NEWS) 2, 2017；分级为自拟',
    body: body(
      { deviceKinds: ['wearable'] },
      [
        { type: 'event', severity: 2, eventType: 'vital.news2', maxLevel: 2, forS: 0, clearForS: 10 * MINUTE_S },
        { type: 'event', severity: 3, eventType: 'vital.news2', forS: 0, clearForS: 10 * MINUTE_S },
      ],
      { autoClear: false },
    ),
    guide: '7 分及以上持续监测、急诊评估；5–6 分每小时测量、急性病团队评估；单项 3 分由病房医生紧急评估。',
    checklist: ['确认佩戴正确、数值不是伪差', '护士补录血压、吸氧和意识', '通知医生'],
  },
]
