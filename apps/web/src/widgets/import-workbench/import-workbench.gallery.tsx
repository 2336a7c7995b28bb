import { station } from '@natim/contract/mon/station.resource'
import { type ImportJob, type ImportRow } from '@natim/contract/system/import'
import { Button } from 'antd'
import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { answer, GalleryAnswers } from '../gallery-answers.tsx'
import { ImportDialog } from '../import-dialog/import-dialog.tsx'
import { CheckStep } from './check-step.tsx'
import { MappingStep } from './mapping-step.tsx'

const { endpoints } = station.imports

const column = (key: string, title: string, required: boolean, options: string[] = []) => ({
  key,
  title,
  required,
  hint: required ? '必填' : '',
  options,
})
const JOB: ImportJob = {
  id: 'j1',
  phase: 'checked',
  done: 0,
  total: 1_284,
  fileName: '站点.xlsx',
  columns: [
    column('code', '站点编号', true),
    column('name', '站点名称', true),
    column('status', '状态', false, ['启用']),
  ],
  headings: ['编号', '名称', '状态'],
  samples: [['S-1', '江北 1 号站', '启用']],
  mapping: { code: 0, name: 1, status: 2 },
  summary: { new: 1_200, changed: 40, same: 43, wrong: 1 },
  message: '',
}
const row = (change: Partial<ImportRow> = {}): ImportRow => ({
  rowNo: 4,
  kind: 'wrong',
  cells: { code: 'S 2', name: '江北 2 号站', status: '开' },
  errors: { code: '只能包含字母、数字、下划线和短横线', status: '没有这个状态' },
  before: {},
  ...change,
})
const pageOf = (records: ImportRow[]) => ({ records, total: records.length, size: 20, current: 1, pages: 1 })
const query = (kind: 'wrong' | 'new') => ({ query: { id: 'j1', kind, pageNo: 1, pageSize: 20 } })
const later = async () => undefined

const Check = ({ rows, job = JOB }: { readonly rows: ImportRow[]; readonly job?: ImportJob }) => (
  <GalleryAnswers
    given={[answer(endpoints.rows, query('wrong'), pageOf(rows)), answer(endpoints.rows, query('new'), pageOf([]))]}
  >
    <CheckStep endpoints={endpoints} job={job} onJob={() => undefined} onRemap={() => undefined} onCommit={later} />
  </GalleryAnswers>
)

function Opened() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>导入…</Button>
      <ImportDialog isOpen={isOpen} url="/none" isOnline onReview={close} onDone={close} onClose={close} />
    </>
  )
}

export const gallery: GalleryEntry = {
  title: '导入',
  note: '对应列、核对、就地改正，最后一次写入',
  states: [
    { name: '导入弹窗', render: () => <Opened /> },
    {
      name: '对应列，缺必填',
      span: 24,
      render: () => <MappingStep job={{ ...JOB, mapping: { code: 0, name: null, status: 0 } }} onCheck={later} />,
    },
    {
      name: '核对，有错误',
      span: 24,
      render: () => (
        <Check
          rows={[
            row(),
            row({ rowNo: 9, kind: 'new', errors: {} }),
            row({ rowNo: 12, errors: { '': '与第 4 行重复' } }),
          ]}
        />
      ),
    },
    {
      name: '核对，没有可写入的行',
      span: 24,
      render: () => <Check rows={[]} job={{ ...JOB, summary: { new: 0, changed: 0, same: 3, wrong: 0 } }} />,
    },
  ],
}
