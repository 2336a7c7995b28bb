import type { AgentClass } from '@natim/domain/nbc/told'
import { SAT_STATES } from '@natim/domain/sat-task'
import { WX_CATEGORIES, WX_STATES } from '@natim/domain/wx-image'
import { WX_PRODUCT_STATES, WX_PRODUCT_TYPES } from '@natim/domain/wx-product'

/** Fixed dictionaries of the product: wire values with their Chinese labels. */
const labels = <const T extends Readonly<Record<string, string>>>(table: T) => table

export const DEVICE_KIND = labels({
  air: '空气毒性监测仪',
  gas: '有毒气体探测器',
  breath: '呼气检测仪',
  wearable: '可穿戴设备',
  rad: '辐射监测仪',
  chem: '化学毒剂报警器',
  bio: '生物气溶胶监测仪',
  met: '气象站',
  cam: '视频/图像',
  gateway: '网关',
})
export const DEVICE_STATUS = labels({
  online: '在线',
  offline: '离线',
  fault: '故障',
  maintenance: '维护',
  inactive: '未激活',
  retired: '已报废',
})
export const STATION_TYPE = labels({
  national: '国控',
  provincial: '省控',
  city: '市控',
  park: '化工园区',
  port: '口岸',
  hospital: '医疗机构',
  school: '学校',
  mobile: '移动/走航',
  border: '边境',
  nuclear: '核设施周边',
})
export const STATION_STATUS = labels({ active: '启用', suspended: '停用', closed: '关闭' })
export const SEVERITY = labels({ 1: '特别重大', 2: '重大', 3: '较大', 4: '一般', 5: '提示' })
export const ALARM_CONCERN = labels({ toxicity: '毒性', infection: '感染' })
export const ALARM_STATE = labels({
  unack: '未确认',
  acked: '处置中',
  rtn_unack: '已恢复未确认',
  cleared: '已恢复',
  shelved: '已搁置',
  closed: '已关闭',
})
export const CLOSE_CODE = labels({
  real: '真实',
  false: '误报',
  test: '演练',
  device: '设备故障',
  weather: '气象干扰',
  other: '其他',
})
export const INCIDENT_TYPE = labels({
  chem: '化学',
  rad: '辐射',
  bio: '生物',
  epi: '疫情',
  air: '大气污染',
  other: '其他',
})
export const INCIDENT_LEVEL = labels({ 1: 'Ⅰ 级', 2: 'Ⅱ 级', 3: 'Ⅲ 级', 4: 'Ⅳ 级' })
export const INCIDENT_STATUS = labels({ open: '处置中', monitoring: '监视中', closed: '已关闭' })
export const INCIDENT_ENTRY = labels({ note: '备注', action: '动作', measure: '措施', alarm: '报警' })
export const NBC_TYPE = labels({ rad: '核', chem: '化', bio: '生' })
export const NBC_STATE = labels({
  detected: '探测到',
  local_confirmed: '现场复核',
  lab_confirmed: '实验室确证',
  rejected: '排除',
})
export const NBC_REJECT_REASON = labels({ false: '误报', weather: '气象干扰', device: '设备故障', other: '其他' })
export const NBC_READINESS = labels({ ready: '就绪', limited: '受限', unusable: '不可用' })
export const NBC_DETECTOR = labels({
  GM: 'GM 计数管',
  plastic: '塑料闪烁体',
  NaI: '碘化钠闪烁体 NaI',
  CsI: 'CsI 闪烁体',
  HPGe: '高纯锗',
  IMS: '离子迁移谱 IMS',
  FPD: '火焰光度 FPD',
  Raman: '拉曼光谱',
  'UV-LIF': '紫外诱导荧光 UV-LIF',
  PCR: 'PCR 核酸检测',
})
export const AGENT_CLASS = labels({
  nerve: '神经性',
  blister: '糜烂性',
  blood: '全身中毒性',
  choking: '窒息性',
  incapacitating: '失能性',
  irritant: '刺激性',
  tic: '有毒工业化学品',
  unknown: '未知',
} satisfies Record<AgentClass, string>)
/** Initial list of words to avoid in products, each with a replacement; administrators edit it like any dictionary. */
export const WX_WORD = labels({
  恐慌: '改为“关注”',
  绝对安全: '改为“未超过限值”',
  零风险: '改为“风险较低”',
  失控: '写明现场处置情况',
  大规模伤亡: '以官方通报为准',
  谣言四起: '删除',
  最先进: '删除极限用语',
  国家级机密: '删除',
  内部资料: '删除',
  已确诊: '改为“疑似，需确证”',
})
export const METRIC_CATEGORY = labels({
  air: '常规空气',
  tox: '有毒有害气体',
  met: '气象',
  breath: '呼气',
  vital: '生命体征',
  nbc: '核生化',
  sys: '设备健康',
  derived: '派生指标',
})
/** Reasons for a decision about samples. */
export const MARK_REASON = labels({
  interference: '人为干扰采样',
  fault: '仪器故障',
  calibration: '校准或维护',
  drift: '零点或跨度漂移',
  stuck: '数值僵死',
  spike: '孤立尖峰',
  power: '供电或通信异常',
  real: '核实为真实数据',
  other: '其他',
})
export const REVIEW_STATE = labels({ auto: '自动', reviewed: '已审', approved: '已批' })
export const GAP_CAUSE = labels({
  offline: '设备离线',
  device: '设备无读数',
  network: '设备断网',
  late: '迟到补传',
  unknown: '原因未知',
})

/** D-52 */
export const NOTICE_PRIORITY = labels({ L: '一般消息', M: '重要消息', H: '紧急消息' })
export const NOTICE_CATEGORY = labels({ 1: '通知公告', 2: '系统消息' })
export const NOTICE_AUDIENCE = labels({ USER: '指定用户', ALL: '全体用户' })
export const NOTICE_STATUS = labels({ 0: '未发布', 1: '已发布', 2: '已撤销' })
/** Delivery channels of a message. */
export const MESSAGE_CHANNEL = labels({
  system: '系统消息',
  email: '邮件消息',
  dingtalk: '钉钉消息',
  wechat_enterprise: '企业微信',
})
export const TEMPLATE_TYPE = labels({ 1: '文本', 2: '富文本' })
export const MESSAGE_STATUS = labels({ 0: '未发送', 1: '发送成功', 2: '发送失败' })

export const MENU_TYPE = labels({ 0: '一级菜单', 1: '子菜单', 2: '按钮权限' })
/** Effect of a permission on its element (contract/10 §2.2). */
export const PERMISSION_STRATEGY = labels({
  1: '可见/可访问(授权后可见/可访问)',
  2: '可编辑(未授权时禁用)',
})
export const VALID_STATUS = labels({ 1: '有效', 0: '无效' })
/** Operators of data rules; SQL fragments are not offered (security §4). */
export const RULE_CONDITION = labels({
  '=': '等于',
  '!=': '不等于',
  '>': '大于',
  '>=': '大于等于',
  '<': '小于',
  '<=': '小于等于',
  IN: '包含',
  LIKE: '模糊',
  LEFT_LIKE: '左模糊',
  RIGHT_LIKE: '右模糊',
})

export type DeviceKind = keyof typeof DEVICE_KIND
export type DeviceStatus = keyof typeof DEVICE_STATUS
export type StationType = keyof typeof STATION_TYPE
export type StationStatus = keyof typeof STATION_STATUS
export type Severity = 1 | 2 | 3 | 4 | 5
export type GapCause = keyof typeof GAP_CAUSE

/** Kinds of operations, numbered as in the log and in row versions. */
export const OPERATE_TYPE = labels({ 1: '查询', 2: '添加', 3: '修改', 4: '删除', 5: '导入', 6: '导出' })
export const DATABASE_TYPE = labels({
  1: 'MySQL5.5',
  2: 'Oracle',
  3: 'SQLServer',
  4: 'MYSQL5.7+',
  5: 'marialDB',
  6: 'postgresql',
  7: '达梦',
  8: '人大金仓',
  9: '神通',
  10: 'SQLite',
  11: 'DB2',
  12: 'Hsqldb',
  13: 'Derby',
  14: 'H2',
  15: '其他数据库',
})

/** Tables served as code dictionaries (`/sys/dict/getDictItems/{code}`). */
export const CODE_DICTIONARIES = {
  mon_device_kind: { name: '设备类型', items: DEVICE_KIND },
  mon_device_status: { name: '设备状态', items: DEVICE_STATUS },
  mon_station_type: { name: '站点类型', items: STATION_TYPE },
  mon_station_status: { name: '站点状态', items: STATION_STATUS },
  mon_severity: { name: '报警级别', items: SEVERITY },
  mon_alarm_state: { name: '报警状态', items: ALARM_STATE },
  mon_sat_status: { name: '卫星任务状态', items: SAT_STATES },
  mon_wx_status: { name: '微信图片状态', items: WX_STATES },
  mon_wx_category: { name: '微信图片类别', items: WX_CATEGORIES },
  mon_close_code: { name: '关闭原因', items: CLOSE_CODE },
  mon_incident_type: { name: '事件类型', items: INCIDENT_TYPE },
  mon_incident_level: { name: '事件级别', items: INCIDENT_LEVEL },
  mon_incident_status: { name: '事件状态', items: INCIDENT_STATUS },
  mon_nbc_type: { name: '核生化类别', items: NBC_TYPE },
  mon_nbc_state: { name: '核生化事件状态', items: NBC_STATE },
  mon_nbc_readiness: { name: '战备状态', items: NBC_READINESS },
  mon_nbc_detector: { name: '探测器类型', items: NBC_DETECTOR },
  mon_agent_class: { name: '毒剂类别', items: AGENT_CLASS },
  mon_product_type: { name: '微信产品类型', items: WX_PRODUCT_TYPES },
  mon_wx_product_status: { name: '微信产品状态', items: WX_PRODUCT_STATES },
  mon_wx_word: { name: '微信产品不宜用词', items: WX_WORD },
  mon_metric_category: { name: '因子类别', items: METRIC_CATEGORY },
  priority: { name: '通告优先级', items: NOTICE_PRIORITY },
  msg_category: { name: '消息类型', items: NOTICE_CATEGORY },
  msg_type: { name: '通告对象类型', items: NOTICE_AUDIENCE },
  send_status: { name: '发布状态', items: NOTICE_STATUS },
  messageType: { name: '消息发送方式', items: MESSAGE_CHANNEL },
  msgType: { name: '消息内容类型', items: TEMPLATE_TYPE },
  msgSendStatus: { name: '消息发送状态', items: MESSAGE_STATUS },
  rangeDate: {
    name: '日期范围',
    items: { jt: '今天', zt: '昨天', qt: '前天', bz: '本周', sz: '上周', by: '本月', sy: '上月', zdy: '自定义' },
  },
  sex: { name: '性别', items: { 1: '男', 2: '女' } },
  user_status: { name: '用户状态', items: { 1: '正常', 2: '冻结' } },
  position_rank: { name: '职务职级', items: { 1: '员级', 2: '助级', 3: '中级', 4: '副高级', 5: '正高级' } },
  org_category: { name: '机构类型', items: { 1: '公司', 2: '部门', 3: '岗位' } },
  depart_status: { name: '部门状态', items: { 0: '不启用', 1: '启用' } },
  menu_type: { name: '菜单类型', items: MENU_TYPE },
  global_perms_type: { name: '全局权限类型', items: PERMISSION_STRATEGY },
  valid_status: { name: '有效无效状态', items: VALID_STATUS },
  rule_conditions: { name: '条件规则', items: RULE_CONDITION },
  quartz_status: { name: '定时任务状态', items: { 0: '正常', '-1': '停止' } },
  tenant_status: { name: '租户状态', items: { 1: '正常', 0: '冻结' } },
  database_type: { name: '数据库类型', items: DATABASE_TYPE },
  log_type: { name: '日志类型', items: { 1: '登录日志', 2: '操作日志', 3: '拒绝访问' } },
  operate_type: { name: '操作类型', items: OPERATE_TYPE },
  dict_item_status: { name: '字典项状态', items: { 1: '启用', 0: '不启用' } },
} as const
