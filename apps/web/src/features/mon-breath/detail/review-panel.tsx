import { CheckOutlined } from '@ant-design/icons'
import { type BreathDetail, breathEndpoints, NO_DIAGNOSIS } from '@natim/contract/mon/breath'
import { nextStatus } from '@natim/domain/breath'
import { Button, Input, Popconfirm } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import * as R from '@/resource/index.ts'
import { Panel } from '@/ui/panel.tsx'
import styles from '../breath.module.css'
import { sampleTime } from '../breath-text.ts'
import { useDeed } from '../use-breath.ts'
import { VerdictDialog } from './verdict-dialog.tsx'

type Props = { readonly detail: BreathDetail }

/** 复核与发布: the first decision stays visible; the second must be made by another person. */
export function ReviewPanel({ detail }: Props) {
  const { test } = detail
  return (
    <Panel title="复核与发布" meta="两人，不得同一人">
      <div className={styles.review}>
        <Decision
          verb="复核"
          ms={test.reviewedMs}
          name={test.reviewedName}
          note={test.reviewNote}
          isOpen={test.isOpen}
        />
        <Decision
          verb="发布"
          ms={test.releasedMs}
          name={test.releasedName}
          note={test.releaseNote}
          isOpen={test.isOpen}
        />
        <Work key={test.version} detail={detail} />
      </div>
    </Panel>
  )
}

interface DecisionProps {
  readonly verb: string
  readonly ms: number | null
  readonly name: string | null
  readonly note: string | null
  readonly isOpen: boolean
}

function Decision({ verb, ms, name, note, isOpen }: DecisionProps) {
  if (ms === null) return null
  return (
    <p className={styles.decision}>
      <CheckOutlined aria-hidden />
      <span>
        {verb}
        <small>
          {name}
          {note && `：${note}`}
        </small>
      </span>
      <time>{sampleTime(ms, isOpen)}</time>
    </p>
  )
}

/** Actions currently available to the user, or the reason why there are none. */
function Work({ detail }: Props) {
  const { test } = detail
  const turn = useTurn(detail)
  const mayStep = R.useMay(breathEndpoints.step)
  const [note, setNote] = useState('')
  const { isBusy, run } = useDeed()
  const { verb, refusal } = turn
  const body = { id: test.id, version: test.version, note }
  const decide = () => {
    if (refusal !== undefined || isBusy) return
    if (verb === '复核') void run(breathEndpoints.review, { body })
    else if (verb === '发布') void run(breathEndpoints.release, { body })
  }
  return (
    <>
      {verb && <NoteField turn={turn} test={test} note={note} onNote={setNote} onSubmit={decide} />}
      <footer className={styles.footer}>
        {mayStep && <Steps detail={detail} />}
        {verb && (
          <Button
            type="primary"
            loading={isBusy}
            disabled={refusal !== undefined}
            title={refusal ?? 'Ctrl+Enter'}
            onClick={decide}
          >
            {verb}
          </Button>
        )}
        {verb === '发布' && (
          <Button
            disabled={note.trim() === ''}
            title={note.trim() === '' ? '请在说明中写明退回原因' : undefined}
            onClick={() => void run(breathEndpoints.sendBack, { body })}
          >
            退回复核
          </Button>
        )}
        <span className={styles.caption}>{NO_DIAGNOSIS}</span>
      </footer>
    </>
  )
}

interface Turn {
  /** Absent when this user has nothing to do. */
  readonly verb: '复核' | '发布' | undefined
  readonly refusal: string | undefined
  readonly canChange: boolean
}

function useTurn({ test: { status }, refusals }: BreathDetail): Turn {
  const mayReview = R.useMay(breathEndpoints.review)
  const mayRelease = R.useMay(breathEndpoints.release)
  const mayChange = R.useMay(breathEndpoints.verdict)
  const canChange = mayChange && nextStatus(status, 'verdict') !== undefined
  if (mayReview && nextStatus(status, 'review')) return { verb: '复核', refusal: refusals.review, canChange }
  if (mayRelease && nextStatus(status, 'release')) return { verb: '发布', refusal: refusals.release, canChange }
  return { verb: undefined, refusal: undefined, canChange }
}

interface NoteProps {
  readonly turn: Turn
  readonly test: BreathDetail['test']
  readonly note: string
  readonly onNote: (note: string) => void
  readonly onSubmit: () => void
}

function NoteField({ turn: { verb, refusal, canChange }, test, note, onNote, onSubmit }: NoteProps) {
  const [isChanging, setIsChanging] = useState(false)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
  }
  return (
    <>
      <p className={styles.between}>
        <span>
          {verb} · {refusal ?? '由您处理'}
        </span>
        {canChange && (
          <Button type="link" size="small" onClick={() => setIsChanging(true)}>
            改判须写原因
          </Button>
        )}
      </p>
      <Input.TextArea
        aria-label={`${verb}说明`}
        placeholder={`${verb}说明（选填）`}
        maxLength={300}
        autoSize={{ minRows: 1, maxRows: 4 }}
        disabled={refusal !== undefined}
        value={note}
        onChange={(event) => onNote(event.target.value)}
        onKeyDown={press}
      />
      {isChanging && <VerdictDialog test={test} onClose={() => setIsChanging(false)} />}
    </>
  )
}

/** Actions at the device before there is a result. */
function Steps({ detail: { test } }: Props) {
  const { isBusy, run } = useDeed()
  const step = (action: 'sample' | 'analyse' | 'cancel') =>
    void run(breathEndpoints.step, { body: { id: test.id, version: test.version, action } })
  return (
    <>
      {test.status === 'created' && (
        <Button type="primary" loading={isBusy} onClick={() => step('sample')}>
          开始采样
        </Button>
      )}
      {test.status === 'sampling' && (
        <Button type="primary" loading={isBusy} onClick={() => step('analyse')}>
          送分析
        </Button>
      )}
      {nextStatus(test.status, 'cancel') && test.status !== 'resulted' && (
        <Popconfirm title="取消后不能恢复，可重新采样" onConfirm={() => step('cancel')}>
          <Button danger loading={isBusy}>
            取消检测
          </Button>
        </Popconfirm>
      )}
    </>
  )
}
