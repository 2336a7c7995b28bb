import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { codeText, epochMs, idList, requiredText, rowId } from '../fields.ts'
import { ruleBody, severity } from './rule-body.ts'

/** Result of a rule's scope, with the parts that cannot work. */
export const ruleMatch = z.object({
  channels: z.number().int(),
  devices: z.number().int(),
  stations: z.number().int(),
  /** Most channels first. */
  regions: z.array(z.object({ regionCode: z.string(), name: z.string(), channels: z.number().int() })),
  warnings: z.array(
    z.object({
      /** Branch concerned; null = the rule. */
      branch: z.number().int().nullable(),
      code: z.enum(['out_of_reach', 'no_limit', 'no_channels', 'too_many']),
      /** Number of channels concerned. */
      channels: z.number().int(),
      text: z.string(),
    }),
  ),
  /** 读作, one line per branch. */
  sentence: z.array(z.string()),
})
export type RuleMatch = z.output<typeof ruleMatch>

/** One simulated alarm of the rule. */
export const simulatedAlarm = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  stationName: z.string().nullable(),
  channelNo: z.number().int().nullable(),
  severity,
  triggerMs: epochMs,
  /** Null = still active at the end of the span. */
  endMs: epochMs.nullable(),
  value: z.number().nullable(),
  limitText: z.string(),
  /** Number of others folded into it; 0 if it stands alone. */
  childCount: z.number().int(),
  /** Folds into another one: it would not have been notified separately. */
  isFolded: z.boolean(),
  /** Only in this version, only in the compared version, or in both. */
  change: z.enum(['same', 'new', 'gone']),
  /** Outcome of the real alarm, if the same was raised. */
  reality: z
    .object({ alarmId: z.string(), no: z.string(), acked: z.boolean(), closeCode: z.string().nullable() })
    .nullable(),
})
export type SimulatedAlarm = z.output<typeof simulatedAlarm>

export const simulation = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** 0–100 */
  progress: z.number().int(),
  error: z.string().nullable(),
  fromMs: epochMs,
  toMs: epochMs,
  result: z
    .object({
      fired: z.number().int(),
      /** By the compared version; null without one. */
      firedBefore: z.number().int().nullable(),
      channels: z.number().int(),
      samples: z.number().int(),
      /** The first judged sample: earlier ones are no longer stored; null without any. */
      sinceMs: epochMs.nullish(),
      tookMs: z.number().int(),
      /** Newest first; at most 500. */
      alarms: z.array(simulatedAlarm),
      /** The closest approach if nothing fired: share of the limit reached. */
      nearest: z.object({ tsMs: epochMs, share: z.number(), deviceName: z.string() }).nullable(),
    })
    .nullable(),
})
export type Simulation = z.output<typeof simulation>

export const ruleTemplate = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string(),
  /** Published source of its figures; empty for our own figures. */
  source: z.string(),
  body: ruleBody,
  guide: z.string(),
  checklist: z.array(z.string()),
})
export type RuleTemplate = z.output<typeof ruleTemplate>

/** A rule in an export file: without what is specific to this installation. */
export const portableRule = z.object({
  schema: z.literal(1, '不支持的规则文件版本'),
  code: codeText(32),
  name: requiredText(80),
  guide: z.string().max(4_000).nullish(),
  checklist: z.array(requiredText(200)).max(20).default([]),
  body: ruleBody,
})

const oneId = z.object({ id: rowId })

export const ruleEndpoints = defineEndpoints({
  match: {
    method: 'POST',
    path: '/mon/rule/match',
    access: 'mon:rule:view',
    inView: 'reads',
    body: ruleBody,
    result: ruleMatch,
  },
  templates: { method: 'GET', path: '/mon/rule/templates', access: 'mon:rule:view', result: z.array(ruleTemplate) },
  /** Enables or disables several rules; active alarms of disabled ones end with the reason 规则已停用. */
  enable: {
    method: 'POST',
    path: '/mon/rule/enable',
    access: 'mon:rule:enable',
    body: z.object({ ids: idList, enabled: z.boolean() }),
    result: z.null(),
  },
  /** Starts a backtest, stored as a row; its progress and result are polled by id. */
  simulate: {
    method: 'POST',
    path: '/mon/rule/simulate',
    access: 'mon:rule:simulate',
    body: z
      .object({
        rule: ruleBody,
        /** The rule whose stored version it is compared with. */
        compareId: rowId.optional(),
        fromMs: epochMs.meta({ examples: [1_795_230_000_000] }),
        toMs: epochMs.meta({ examples: [1_795_234_800_000] }),
      })
      .refine(({ fromMs, toMs }) => toMs > fromMs, { message: '结束时间必须晚于开始时间', path: ['toMs'] })
      .refine(({ fromMs, toMs }) => toMs - fromMs <= 90 * 86_400_000, {
        message: '时间范围不能超过 90 天',
        path: ['toMs'],
      }),
    result: z.object({ id: z.string() }),
  },
  simulation: {
    method: 'GET',
    path: '/mon/rule/simulation',
    access: 'mon:rule:simulate',
    query: oneId,
    result: simulation,
  },
  cancelSimulation: {
    method: 'DELETE',
    path: '/mon/rule/simulation',
    access: 'mon:rule:simulate',
    query: oneId,
    result: z.null(),
  },
  exportJson: {
    method: 'GET',
    path: '/mon/rule/exportJson',
    access: 'mon:rule:export',
    query: z.object({ ids: idList.optional() }),
    result: z.array(portableRule),
  },
  /** All or nothing. With `check` it is a dry run. */
  importJson: {
    method: 'POST',
    path: '/mon/rule/importJson',
    access: 'mon:rule:import',
    bodyLimitBytes: 2 * 1024 * 1024,
    body: z.object({
      rules: z.array(portableRule).min(1, '文件中没有规则').max(200),
      check: z.boolean().default(false),
    }),
    result: z.array(z.object({ code: z.string(), name: z.string(), outcome: z.enum(['new', 'changed', 'same']) })),
  },
})
