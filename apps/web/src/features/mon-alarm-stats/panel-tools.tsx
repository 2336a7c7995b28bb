import { DownloadOutlined } from '@ant-design/icons'
import type { Endpoint } from '@natim/contract/endpoint'
import { alarmStatsEndpoints, type StatsPanel, type StatsQuery } from '@natim/contract/mon/alarm-stats'
import { Button } from 'antd'
import { useState } from 'react'
import { download } from '@/lib/api/http.ts'
import { saveFile } from '@/lib/save-file.ts'
import * as R from '@/resource/index.ts'
import { PlainButton } from '@/ui/plain/plain-button.tsx'

const NAMES: Readonly<Record<StatsPanel, string>> = {
  trend: '报警趋势',
  rules: '误报率与调整建议',
  heat: '时段分布',
  floods: '报警洪水',
  endings: '关闭原因',
  severities: '确认时长',
}

interface ExportStatsProps {
  readonly panel: StatsPanel
  readonly query: StatsQuery
  readonly isButton?: boolean
}

/** Exports a panel as a workbook; hidden without the permission. */
export function ExportStats({ panel, query, isButton = false }: ExportStatsProps) {
  const mayExport = R.useMay(alarmStatsEndpoints.exportXls)
  const [isBusy, setIsBusy] = useState(false)
  if (!mayExport) return null
  async function save(): Promise<void> {
    setIsBusy(true)
    try {
      saveFile(
        `${NAMES[panel]}.xlsx`,
        await download<Endpoint>(alarmStatsEndpoints.exportXls, { query: { ...query, panel }, body: {} }),
      )
    } catch {
      // Already reported by the client.
    } finally {
      setIsBusy(false)
    }
  }
  if (isButton)
    return (
      <Button icon={<DownloadOutlined aria-hidden />} loading={isBusy} onClick={() => void save()}>
        导出
      </Button>
    )
  return (
    <PlainButton isLink isBusy={isBusy} aria-label={`导出${NAMES[panel]}`} onClick={() => void save()}>
      导出
    </PlainButton>
  )
}

interface ViewToggleProps {
  readonly of: StatsPanel
  readonly isTable: boolean
  readonly onChange: (isTable: boolean) => void
}

/** Chart, or its figures as a table. */
export const ViewToggle = ({ of, isTable, onChange }: ViewToggleProps) => (
  <PlainButton isLink aria-label={`${NAMES[of]}${isTable ? '：图' : '：表格'}`} onClick={() => onChange(!isTable)}>
    {isTable ? '图' : '表格'}
  </PlainButton>
)
