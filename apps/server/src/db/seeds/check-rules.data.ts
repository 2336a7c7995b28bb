import type { CheckRulePart } from '@natim/contract/system/check'

interface SeedCheckRule {
  readonly ruleCode: string
  readonly ruleName: string
  readonly ruleDescription: string
  readonly parts: readonly CheckRulePart[]
}

const whole = (pattern: string, message: string): CheckRulePart => ({ digits: '*', pattern, message })
const next = (digits: number, pattern: string, message: string): CheckRulePart => ({ digits, pattern, message })

/** 编码校验规则 that forms of the console may refer to. */
export const SEED_CHECK_RULES: readonly SeedCheckRule[] = [
  {
    ruleCode: 'station_code',
    ruleName: '站点编号',
    ruleDescription: 'S + 6 位行政区划代码 + 短横线 + 3 位顺序号，如 S320500-001',
    parts: [
      whole('.{11}', '站点编号应为 11 位'),
      next(1, 'S', '站点编号应以 S 开头'),
      next(6, '[1-8]\\d{5}', '第 2 至 7 位应为行政区划代码'),
      next(1, '-', '第 8 位应为短横线'),
      next(3, '\\d{3}', '末 3 位应为顺序号'),
    ],
  },
  {
    ruleCode: 'asset_no',
    ruleName: '资产编号',
    ruleDescription: 'ZC + 4 位年份 + 5 位顺序号，如 ZC202600123',
    parts: [
      next(2, 'ZC', '资产编号应以 ZC 开头'),
      next(4, '20\\d{2}', '第 3 至 6 位应为年份'),
      next(5, '\\d{5}', '末 5 位应为顺序号'),
      whole('.{11}', '资产编号应为 11 位'),
    ],
  },
  {
    ruleCode: 'credit_code',
    ruleName: '统一社会信用代码',
    ruleDescription: 'GB 32100-2015 的 18 位代码，不含校验位计算',
    parts: [whole('[0-9A-HJ-NPQRTUWXY]{2}\\d{6}[0-9A-HJ-NPQRTUWXY]{10}', '请输入正确的统一社会信用代码')],
  },
  {
    ruleCode: 'common',
    ruleName: '通用编码规则',
    ruleDescription: '以字母开头，只含字母、数字和下划线，3 到 12 位',
    parts: [
      { ...whole('.{3,12}', '长度应为 3 到 12 位'), priority: '1' },
      next(1, '[A-Za-z]', '首位应为字母'),
      { ...whole('\\w+', '只能包含字母、数字和下划线'), priority: '0' },
    ],
  },
]
