import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import type { TsSeries } from '@natim/contract/mon/timeseries'
import { type TsNote, tsNoteEndpoints } from '@natim/contract/mon/ts-note'
import { formatGmt8 } from '@natim/domain/time'
import { useMemo } from 'react'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useCan } from '@/lib/permissions/use-rights.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { IconButton } from '@/ui/icon-button.tsx'
import { metricLabel } from '@/ui/metric-label.ts'
import { rangeOf } from './note-dialog.tsx'

interface NotesTableProps {
  readonly notes: readonly TsNote[]
  readonly series: readonly TsSeries[]
  readonly onEdit: (note: TsNote) => void
  readonly onChanged: () => void
}

/** Notes on the channels in the range, newest first. Users can edit only their own. */
export function NotesTable({ notes, series, onEdit, onChanged }: NotesTableProps) {
  const mayWrite = useCan('mon:ts:note')
  const remove = useRemoval(onChanged)
  const columns = useMemo((): DataColumn<TsNote>[] => {
    const names = new Map(series.map(({ channelNo, name }) => [channelNo, metricLabel({ formula: null, name })]))
    return [
      { key: 'when', title: '时间', width: 320, render: rangeOf },
      { key: 'channel', title: '通道', width: 150, render: ({ channelNo }) => names.get(channelNo) ?? channelNo },
      { key: 'text', title: '内容', isEllipsis: true, render: ({ text }) => text },
      { key: 'author', title: '作者', width: 120, isEllipsis: true, render: ({ author }) => author },
      { key: 'created', title: '写于', width: 170, render: ({ createMs }) => formatGmt8(createMs) },
      {
        key: 'actions',
        title: '操作',
        width: 88,
        isScreenOnly: true,
        render: (note) =>
          note.isOwn &&
          mayWrite && (
            <>
              <IconButton icon={<EditOutlined />} aria-label="修改批注" onClick={() => onEdit(note)} />
              <IconButton icon={<DeleteOutlined />} aria-label="删除批注" onClick={() => void remove(note.id)} />
            </>
          ),
      },
    ]
  }, [series, mayWrite, onEdit, remove])
  return (
    <DataTable
      label="批注"
      density="compact"
      columns={columns}
      rows={notes}
      rowKey={rowKey}
      minWidth={960}
      empty={mayWrite ? '该时段没有批注。光标移到一点按 N，或按住 Shift 拖动选一段' : '该时段没有批注'}
    />
  )
}

const rowKey = ({ id }: TsNote) => id

/** Deletes at once and offers undo. */
function useRemoval(onChanged: () => void): (id: string) => Promise<void> {
  const notify = useNotify()
  return async (id) => {
    try {
      await call(tsNoteEndpoints.remove, { query: { id } })
      onChanged()
      const restore = () => call(tsNoteEndpoints.restore, { body: { id } }).then(onChanged, () => undefined)
      notify.offer('批注已删除', { label: '撤销', onTake: () => void restore() })
    } catch {
      // Reported by the client.
    }
  }
}
