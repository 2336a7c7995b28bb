import type { LimitBranch } from '@natim/domain/alarm/rule'
import { OWN_LIMIT, ownLimitName } from '@natim/domain/own-limit'

type Kind = LimitBranch['kind']

/** A limit that rules refer to: its label and its stored value. */
interface LimitChoice {
  readonly value: string
  readonly label: string
  readonly kind: Kind
  readonly level: string
  /** Averaging periods it is published for, in addition to the common ones. */
  readonly periods: readonly string[]
}

const SPANS = ['10min', '30min', '60min', '4h', '8h'] as const
const choice = (kind: Kind, level: string, label: string, periods: readonly string[] = []): LimitChoice => ({
  value: `${kind} ${level}`,
  label,
  kind,
  level,
  periods,
})

export const LIMIT_CHOICES: readonly LimitChoice[] = [
  choice('AEGL', '3', 'AEGL-3', SPANS),
  choice('AEGL', '2', 'AEGL-2', SPANS),
  choice('AEGL', '1', 'AEGL-1', SPANS),
  choice('HJ169', '终点-1', '终点浓度-1'),
  choice('HJ169', '终点-2', '终点浓度-2'),
  choice('IDLH', '', 'IDLH'),
  choice('ERPG', '3', 'ERPG-3'),
  choice('ERPG', '2', 'ERPG-2'),
  choice('ERPG', '1', 'ERPG-1'),
  choice('OEL_MAC', '', 'MAC'),
  choice('OEL_STEL', '', 'STEL'),
  choice('OEL_TWA', '', 'TWA'),
  choice('GB3095', '', 'GB 3095', ['1h', 'day8h', 'day']),
  choice('OIL', '1', 'OIL1'),
  choice('OIL', '2', 'OIL2'),
  choice('OIL', '3', 'OIL3'),
  choice('OIL', '4', 'OIL4'),
  choice('OWN', '', OWN_LIMIT),
  ...['1', '2', '3', '4', '5'].map((level) => choice('OWN', level, ownLimitName(level))),
]

export const PERIOD_LABELS: Readonly<Record<string, string>> = {
  '10min': '10 min',
  '30min': '30 min',
  '60min': '60 min',
  '4h': '4 h',
  '8h': '8 h',
  '1h': '小时',
  day8h: '日最大 8 h',
  day: '日',
}

export const limitChoiceOf = ({ kind, level }: Pick<LimitBranch, 'kind'> & { readonly level?: string | undefined }) =>
  LIMIT_CHOICES.find((entry) => entry.kind === kind && entry.level === (level ?? ''))
