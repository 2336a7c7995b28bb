import type { AlarmRow } from '@natim/contract/mon/alarm'
import type { ReactNode } from 'react'
import { SeverityGlyph, SeverityTag } from '@/ui/severity-glyph.tsx'
import {
  AckCell,
  LastedCell,
  Nothing,
  PeakCell,
  StateCell,
  TimeCell,
  TitleCell,
  ValueCell,
  WaitingCell,
} from './alarm-cells.tsx'

export interface AlarmColumn {
  readonly key: string
  readonly title: string
  /** px */
  readonly width: number
  readonly align?: 'end'
  readonly shown?: 'wide' | 'chosen'
  readonly render: (row: AlarmRow) => ReactNode
}

const textOr = (text: string | null) => text ?? <Nothing />

/** 级别, 状态, 标题, 已等待: columns kept when a record is open beside the list. */
export const HEAD_COLUMNS: readonly AlarmColumn[] = [
  { key: 'severity', title: '级别', width: 108, render: ({ severity }) => <SeverityTag level={severity} /> },
  { key: 'state', title: '状态', width: 108, render: (row) => <StateCell row={row} /> },
  { key: 'title', title: '标题', width: 232, render: (row) => <TitleCell row={row} /> },
  { key: 'waiting', title: '已等待', width: 76, align: 'end', render: (row) => <WaitingCell row={row} /> },
]

export const VALUE_COLUMN: AlarmColumn = {
  key: 'value',
  title: '触发值 / 限值',
  width: 148,
  align: 'end',
  render: (row) => <ValueCell row={row} />,
}

/** Same within 440 px: the level as a glyph. */
export const NARROW_COLUMNS: readonly AlarmColumn[] = [
  { key: 'severity', title: '级别', width: 48, render: ({ severity }) => <SeverityGlyph level={severity} /> },
  { key: 'state', title: '状态', width: 104, render: (row) => <StateCell row={row} /> },
  { key: 'title', title: '标题', width: 146, render: (row) => <TitleCell row={row} /> },
  { key: 'waiting', title: '已等待', width: 80, align: 'end', render: (row) => <WaitingCell row={row} /> },
]

/** Columns of the alarm centre (domain §10). */
export const ALARM_COLUMNS: readonly AlarmColumn[] = [
  ...HEAD_COLUMNS,
  VALUE_COLUMN,
  { key: 'peak', title: '峰值', width: 76, align: 'end', render: (row) => <PeakCell row={row} /> },
  { key: 'trigger', title: '触发时间', width: 96, render: ({ triggerMs }) => <TimeCell tsMs={triggerMs} /> },
  { key: 'lasted', title: '持续时长', width: 104, align: 'end', render: (row) => <LastedCell row={row} /> },
  { key: 'ack', title: '确认人 / 时间', width: 116, shown: 'wide', render: (row) => <AckCell row={row} /> },
  {
    key: 'assignee',
    title: '负责人',
    width: 84,
    shown: 'wide',
    render: ({ assigneeName }) => textOr(assigneeName),
  },
  { key: 'no', title: '编号', width: 156, shown: 'chosen', render: ({ no }) => no },
  { key: 'device', title: '设备', width: 150, shown: 'chosen', render: ({ deviceName }) => textOr(deviceName) },
  { key: 'region', title: '区域', width: 130, shown: 'chosen', render: ({ regionText }) => regionText },
  { key: 'metric', title: '因子', width: 120, shown: 'chosen', render: ({ metricName }) => textOr(metricName) },
  { key: 'last', title: '最近更新', width: 96, shown: 'chosen', render: ({ lastMs }) => <TimeCell tsMs={lastMs} /> },
  {
    key: 'escalate',
    title: '升级级别',
    width: 76,
    align: 'end',
    shown: 'chosen',
    render: ({ escalateLevel }) => escalateLevel,
  },
  { key: 'incident', title: '事件', width: 140, shown: 'chosen', render: ({ incidentNo }) => textOr(incidentNo) },
  {
    key: 'comments',
    title: '评论数',
    width: 72,
    align: 'end',
    shown: 'chosen',
    render: ({ commentCount }) => commentCount,
  },
]
