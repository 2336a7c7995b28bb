import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { AGENT_CLASS } from '../dict.ts'
import { dateTimeText, requiredText, text } from '../fields.ts'

/** Six forms of our own, inspired by the CBRN message family; no military format is claimed (domain §3.12). */
export const NBC_REPORT_KINDS = {
  1: '观测初报',
  2: '评估报告',
  3: '危害区预警',
  4: '监测与勘察结果',
  5: '实际沾染区',
  6: '详细总结',
} as const
export type NbcReportKind = 1 | 2 | 3 | 4 | 5 | 6

/** How a field is filled in. */
export interface NbcReportField {
  readonly key: string
  readonly label: string
  readonly control: 'text' | 'area' | 'time' | 'number' | 'agent'
  readonly unit?: string
  readonly isRequired?: boolean
}

const line = (max: number) => requiredText(max)
const number = (min: number, max: number) => z.coerce.number('请输入数字').min(min).max(max)
const agent = z.enum(keysOf(AGENT_CLASS), '请选择类别')

const SCHEMAS = {
  1: z.strictObject({
    observer: line(40),
    observedAt: dateTimeText,
    place: line(120),
    description: line(1_000),
    agentClass: agent.optional(),
    figure: text(80).optional(),
  }),
  2: z.strictObject({
    basis: line(500),
    agentClass: agent,
    agentName: text(80).optional(),
    confidencePct: number(0, 100),
    assessment: line(1_000),
  }),
  3: z.strictObject({
    validFrom: dateTimeText,
    validTo: dateTimeText,
    closeKm: number(0.1, 50),
    downwindKm: number(0.1, 50),
    area: line(500),
    advice: line(1_000),
  }),
  4: z.strictObject({
    surveyedAt: dateTimeText,
    team: line(80),
    method: line(200),
    results: line(2_000),
    maxValue: number(0, 10_000_000).optional(),
    unit: text(16).optional(),
  }),
  5: z.strictObject({
    confirmedAt: dateTimeText,
    area: line(1_000),
    maxValue: number(0, 10_000_000),
    unit: line(16),
    markings: text(500).optional(),
  }),
  6: z.strictObject({
    course: line(3_000),
    measures: line(2_000),
    consequences: text(1_000).optional(),
    conclusion: line(2_000),
  }),
} as const

/** Schema of a sent report: all required fields of its form and no others. */
export const nbcReportBody = (kind: NbcReportKind): z.ZodObject => SCHEMAS[kind]
/** Schema of a draft: fields already filled in must be valid. */
export const nbcReportDraft = (kind: NbcReportKind): z.ZodObject => SCHEMAS[kind].partial()

const CAPTIONS: Readonly<Record<string, readonly [label: string, control: NbcReportField['control'], unit?: string]>> =
  {
    observer: ['观测人', 'text'],
    observedAt: ['观测时间', 'time'],
    place: ['地点', 'text'],
    description: ['现象与经过', 'area'],
    agentClass: ['毒剂类别', 'agent'],
    agentName: ['毒剂或核素', 'text'],
    figure: ['读数', 'text'],
    basis: ['依据', 'area'],
    confidencePct: ['置信度', 'number', '%'],
    assessment: ['评估意见', 'area'],
    validFrom: ['生效时间', 'time'],
    validTo: ['失效时间', 'time'],
    closeKm: ['近区半径', 'number', 'km'],
    downwindKm: ['下风距离', 'number', 'km'],
    area: ['区域', 'area'],
    advice: ['防护建议', 'area'],
    surveyedAt: ['勘察时间', 'time'],
    team: ['队伍', 'text'],
    method: ['方法与仪器', 'text'],
    results: ['结果', 'area'],
    maxValue: ['最大值', 'number'],
    unit: ['单位', 'text'],
    confirmedAt: ['确认时间', 'time'],
    markings: ['标志与封控', 'area'],
    course: ['经过', 'area'],
    measures: ['措施', 'area'],
    consequences: ['后果', 'area'],
    conclusion: ['结论', 'area'],
  }

/** The fields of a form in order. */
export const nbcReportFields = (kind: NbcReportKind): NbcReportField[] =>
  Object.entries(SCHEMAS[kind].shape).map(([key, schema]) => {
    const [label = key, control = 'text', unit] = CAPTIONS[key] ?? []
    const isRequired = !(schema as z.ZodType).safeParse(undefined).success
    return { key, label, control, ...(unit !== undefined && { unit }), ...(isRequired && { isRequired }) }
  })
