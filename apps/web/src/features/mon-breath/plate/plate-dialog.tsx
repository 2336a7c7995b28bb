import { breathEndpoints, type PlateSession } from '@natim/contract/mon/breath'
import { PLATE_PLACES } from '@natim/domain/breath-result'
import { Button, Input, Modal, Progress } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import { breathPath, statusText, verdictText } from '../breath-text.ts'
import { VerdictMark } from '../verdict-mark.tsx'
import styles from './plate.module.css'

const COLUMNS = 12
const ROWS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const
const REFRESH_MS = 30_000
const LEGEND = ['○ 阴性', '◇？ 疑似阳性（需确证）', '◇~ 不确定', '✕ 样本无效', '文字为进行到的一步', '空白为空孔']
const WIDTH_PX = 760

type Well = PlateSession['wells'][number]

/** 筛查板: the 96 places of a screening session, and its progress. */
export function PlateButton({ suggested }: { readonly suggested: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        筛查板
      </Button>
      {isOpen && <PlateDialog suggested={suggested ?? ''} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function PlateDialog({ suggested, onClose }: { readonly suggested: string; readonly onClose: () => void }) {
  const [sessionNo, setSessionNo] = useState(suggested)
  const [draft, setDraft] = useState(suggested)
  return (
    <Modal open title="筛查板" width={WIDTH_PX} footer={null} onCancel={onClose}>
      <Input.Search
        aria-label="筛查批次"
        placeholder="筛查批次"
        enterButton="查看"
        maxLength={40}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onSearch={(value) => setSessionNo(value.trim())}
      />
      {sessionNo === '' ? (
        <EmptyState title="请输入筛查批次" hint="批次号在检测列表的“筛查批次”一栏" />
      ) : (
        <Plate key={sessionNo} sessionNo={sessionNo} onLeave={onClose} />
      )}
    </Modal>
  )
}

function Plate({ sessionNo, onLeave }: { readonly sessionNo: string; readonly onLeave: () => void }) {
  const { data, error, refetch } = useEndpoint(
    breathEndpoints.plate,
    { query: { sessionNo } },
    { refetchInterval: REFRESH_MS },
  )
  if (data === undefined)
    return error ? (
      <ErrorState message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Outline>
        {times(ROWS.length, (i) => (
          <Bar key={i} width="100%" line={40} />
        ))}
      </Outline>
    )
  if (data.wells.length === 0)
    return <EmptyState title="没有这个批次" hint="请检查批次号，或该批次不在您的数据范围内" />
  return <Wells wells={data.wells} onLeave={onLeave} />
}

const isFinal = ({ status }: Well) => status === 'released' || status === 'invalid'
const hasResult = ({ status, verdict }: Well) => verdict !== null || status === 'invalid'

function Wells({ wells, onLeave }: { readonly wells: readonly Well[]; readonly onLeave: () => void }) {
  const at = new Map(wells.map((well) => [well.place, well]))
  const done = wells.filter(hasResult).length
  return (
    <>
      <p className={styles.progress}>
        <Progress percent={Math.round((done / wells.length) * 100)} size="small" aria-label="已出结果" />
        <span>
          {wells.length} / {PLATE_PLACES} 孔有样本 · 已出结果 {done} · 已发布或无效 {wells.filter(isFinal).length}
        </span>
      </p>
      <div className={styles.scroll}>
        <table className={styles.plate} aria-label="96 孔">
          <thead>
            <tr>
              <th scope="col">行</th>
              {times(COLUMNS, (column) => (
                <th key={column} scope="col">
                  {column + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map((letter, row) => (
              <tr key={letter}>
                <th scope="row">{letter}</th>
                {times(COLUMNS, (column) => (
                  <td key={column}>
                    <WellCell
                      name={`${letter}${column + 1}`}
                      well={at.get(row * COLUMNS + column + 1)}
                      onLeave={onLeave}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.legend}>
        {LEGEND.map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
    </>
  )
}

interface WellCellProps {
  readonly name: string
  readonly well: Well | undefined
  readonly onLeave: () => void
}

function WellCell({ name, well, onLeave }: WellCellProps) {
  if (well === undefined) return <span className={styles.free} aria-label={`${name} 空`} />
  const words = hasResult(well) ? verdictText(well) : statusText(well.status)
  const label = `${name} ${well.no} ${statusText(well.status)} ${words}`
  return (
    <Link className={styles.well} to={breathPath(well.id)} aria-label={label} title={label} onClick={onLeave}>
      {well.status === 'invalid' ? '✕' : well.verdict === null ? words.slice(0, 2) : <VerdictMark test={well} />}
    </Link>
  )
}
