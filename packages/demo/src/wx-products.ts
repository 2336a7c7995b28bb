import type { WxProductType } from '@natim/domain/wx-product'

/** Workflow state a demonstration product reaches. */
export type DemoWxGoal =
  | 'draft'
  | 'in_review'
  | 'returned'
  | 'approved'
  | 'scheduled'
  | 'published'
  | 'archived'
  | 'failed'
  | 'recalled'

export interface DemoWxProduct {
  readonly type: WxProductType
  readonly title: string
  readonly summary: string
  /** Heading and text of each part. */
  readonly parts: readonly (readonly [heading: string, text: string])[]
  /** Includes the alarms of so many preceding days; none if absent. */
  readonly alarmDays?: number
  /** Starts with the air quality table, whose figures are taken when opened. */
  readonly hasAir?: boolean
  readonly severity?: number
  /** Based on the alarm of two days ago whose title contains this word. */
  readonly causeWord?: string
  readonly drill?: boolean
  readonly goal: DemoWxGoal
  /** Time of publication or writing: hours before the load, negative = in the future. */
  readonly agoHours: number
  /** Fixed hour of that day (GMT+8) instead of the resulting one. */
  readonly atHour?: number
  readonly reason?: string
}

const DAILIES = 30
/** Bulletins are published at half past eight. */
const DAILY_HOUR = 8.5
const RECALLED_DAY = 12

const daily = (daysAgo: number): DemoWxProduct => ({
  type: 'daily',
  title: '环境毒性与报警日报',
  summary: '昨日全网报警情况与处置进展',
  parts: [
    ['概况', '昨日监测网络总体运行平稳，以下为报警情况。'],
    ['提示', '- 数据为自动监测结果，以审核后的数据为准\n- 如闻到异味，可通过公众号反馈时间和地点'],
  ],
  alarmDays: 1,
  agoHours: 24 * daysAgo,
  atHour: DAILY_HOUR,
  ...(daysAgo === RECALLED_DAY
    ? { goal: 'recalled', reason: '报警个数的统计范围有误，已另行发布' }
    : { goal: daysAgo >= DAILIES - 4 ? 'archived' : 'published' }),
})

const weekly = (weeksAgo: number): DemoWxProduct => ({
  type: 'weekly',
  title: '全国环境毒性监测周报',
  summary: '一周报警统计与重点事件回顾',
  parts: [['一周概况', '本周报警情况如下，重点事件均已处置完毕。']],
  alarmDays: 7,
  agoHours: 26 + 168 * weeksAgo,
  goal: 'published',
})

type Row = readonly [WxProductType, string, string, string, DemoWxGoal, number, string?]
const ROWS: readonly Row[] = [
  [
    'qa',
    '什么是空气毒性等级 ATL',
    '0–5 级的含义与应对',
    'ATL 按急性暴露限值划分，等级越高，允许停留的时间越短。',
    'published',
    60,
  ],
  [
    'qa',
    'AQI 与 ATL 有什么不同',
    '一个看长期健康，一个看急性伤害',
    'AQI 反映常规污染物，ATL 反映有毒气体的急性风险。',
    'published',
    110,
  ],
  [
    'qa',
    '闻到氯气味怎么办',
    '撤离、淋洗、就医',
    '- 逆风或横风方向撤离\n- 用湿毛巾掩住口鼻\n- 脱去被污染的衣物，用清水冲洗',
    'published',
    41,
  ],
  [
    'qa',
    '沙尘天气的防护',
    '减少外出，佩戴口罩',
    '- 关闭门窗\n- 外出佩戴 KN95 口罩\n- 老人和儿童尽量留在室内',
    'published',
    84,
  ],
  [
    'qa',
    '雨后辐射读数为什么会升高',
    '氡子体随雨水沉降',
    '降雨把空气中的氡子体带到地面，剂量率短时上升，半小时左右开始回落，属自然现象。',
    'published',
    118,
  ],
  [
    'qa',
    '怎样看懂空气质量日报',
    '三个数字就够了',
    '看 AQI、首要污染物和级别，其余数字供专业人员使用。',
    'published',
    320,
  ],
  [
    'qa',
    '流感季如何做好个人防护',
    '通风、洗手、接种疫苗',
    '- 室内每天通风两次\n- 勤洗手\n- 发热及时就医',
    'published',
    210,
  ],
  [
    'article',
    '浙江辐射剂量率短时升高情况说明',
    '系降雨引起的自然波动',
    '经多站比对和能谱分析，未检出人工核素，系降雨引起的自然波动。',
    'published',
    116,
  ],
  [
    'article',
    '一线值班员的二十四小时',
    '走近国家监测值班室',
    '从交接班到夜间巡检，看看数据背后的人。',
    'published',
    260,
  ],
  [
    'article',
    '监测站点的一次体检',
    '运维人员怎样校准仪器',
    '每台仪器都要定期校零、校标，偏差超过限值的数据会被剔除。',
    'published',
    430,
  ],
  [
    'article',
    '秋冬季重污染过程回顾',
    '三次过程的成因与特点',
    '静稳天气、区域传输与本地排放叠加，是三次过程的共同特点。',
    'archived',
    640,
  ],
  [
    'map',
    '全国重点园区分布专题',
    '重点化工园区与监测点位',
    '专题列出重点园区的监测能力，供公众了解。',
    'published',
    300,
  ],
  ['survey', '公众号服务满意度问卷', '三分钟，帮助我们改进', '请点击阅读原文填写问卷。', 'published', 380],
  [
    'warning',
    '四省沙尘天气预警',
    '预计未来 18 小时 PM10 明显升高',
    '受冷空气影响，沙尘自西向东移动，请减少外出。',
    'published',
    82,
  ],
  ['daily', '环境毒性与报警日报', '今日报警情况', '今日报警情况待核对后发布。', 'in_review', 0.6],
  ['article', '冬季供暖与空气质量', '供暖季的变化规律', '供暖开始后颗粒物浓度上升，夜间更为明显。', 'in_review', 5],
  [
    'qa',
    '一氧化碳中毒的识别与急救',
    '无色无味，更要警惕',
    '- 立即开窗通风\n- 把患者移到空气新鲜处\n- 拨打 120',
    'in_review',
    8,
  ],
  [
    'article',
    '新一代呼气检测仪试点',
    '试点城市与结果',
    '试点正在进行，结果以确证为准。',
    'returned',
    20,
    '结论表述过于肯定，请注明“疑似，需确证”',
  ],
  [
    'survey',
    '异味感知线上问卷',
    '邀请园区周边居民参与',
    '问卷收集时间、地点与气味类型。',
    'returned',
    30,
    '请补充问卷截止日期',
  ],
  ['daily', '空气质量日报', '昨日全国城市空气质量', '昨日空气质量情况如下。', 'draft', 1],
  ['qa', '臭氧为什么夏天高', '光照与前体物', '臭氧由氮氧化物和挥发性有机物在光照下生成。', 'draft', 50],
  ['weekly', '全国环境毒性监测周报', '一周报警统计', '本周情况已核对。', 'approved', 2],
  ['article', '监测网络开放日预告', '欢迎走进监测站', '本周末开放参观，请提前预约。', 'scheduled', -20],
  ['article', '园区应急监测能力建设', '装备与队伍', '介绍应急监测车与快速检测装备。', 'failed', 12, '平台审核未通过'],
]

const CHLORINE: DemoWxProduct = {
  type: 'warning',
  title: '江北化工园区氯气泄漏预警',
  summary: '下风向居民请关闭门窗，暂勿外出',
  severity: 2,
  causeWord: '氯',
  parts: [
    ['情况', '园区内发生氯气泄漏，多台探测器报警，现场已开始处置。'],
    ['防护建议', '- 下风向居民关闭门窗\n- 已在室外的，向横风方向撤离\n- 出现咳嗽、胸闷请及时就医'],
  ],
  goal: 'published',
  agoHours: 43.4,
}
const DRILL: DemoWxProduct = {
  type: 'warning',
  title: '化学毒剂探测演练通报',
  summary: '演练用，不对外发布',
  severity: 3,
  drill: true,
  parts: [['演练情况', '本次演练检验探测、复核与信息发布流程。']],
  goal: 'approved',
  agoHours: 70,
}

/** Sixty products, covering every state of a product; oldest first. */
export function planWxProducts(): DemoWxProduct[] {
  const single = ROWS.map(([type, title, summary, text, goal, agoHours, reason]): DemoWxProduct => {
    const isDaily = type === 'daily' || type === 'weekly'
    return {
      type,
      title,
      summary,
      parts: [['', text]],
      goal,
      agoHours,
      ...(type === 'warning' && { severity: 3 }),
      ...(isDaily && { alarmDays: type === 'weekly' ? 7 : 1 }),
      ...(title === '空气质量日报' && { hasAir: true }),
      ...(reason !== undefined && { reason }),
    }
  })
  const dailies = Array.from({ length: DAILIES }, (_, index) => daily(index + 1))
  const weeklies = Array.from({ length: 4 }, (_, index) => weekly(index))
  return [...dailies, ...weeklies, ...single, CHLORINE, DRILL].toSorted((a, b) => b.agoHours - a.agoHours)
}
