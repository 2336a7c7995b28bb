import type { ImportEndpoints, ImportJob, ImportPhase } from '@natim/contract/system/import'
import { formatNumber } from '@natim/domain/format'
import { App, Button, Progress, Result, Steps } from 'antd'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CheckStep } from './check-step.tsx'
import styles from './import-workbench.module.css'
import { MappingStep } from './mapping-step.tsx'
import { type ImportWork, useImportJob } from './use-import-job.ts'

/** Follow-up step after an import. `hold` sets what would be lost by closing now; undefined once done. */
export type Afterwards = (job: ImportJob, hold: (loss: string | undefined) => void) => ReactNode

export interface ImportWorkbenchProps {
  readonly endpoints: ImportEndpoints
  readonly file: File
  /** Follow-up actions after rows were imported, beside 完成. */
  readonly afterwards?: Afterwards | undefined
  /** Called when rows were imported. */
  readonly onDone: () => void
  readonly onClose: () => void
}

const WIDTH_PX = 1_200
const STEPS = ['读取', '对应列', '核对', '完成']
const STEP_OF: Readonly<Record<ImportPhase, number>> = {
  reading: 0,
  mapping: 1,
  checking: 2,
  checked: 2,
  writing: 3,
  done: 3,
  failed: 3,
}
const WORKING: Partial<Record<ImportPhase, string>> = {
  reading: '正在读取文件',
  checking: '正在核对',
  writing: '正在写入',
}

/** Stepwise import: map columns, check and correct all rows, then write all or nothing. */
export function ImportWorkbench({ endpoints, file, afterwards, onDone, onClose }: ImportWorkbenchProps) {
  const work = useImportJob(endpoints, file)
  const phase = work.job?.phase ?? 'reading'
  const [loss, hold] = useState<string>()
  const { modal } = App.useApp()
  const leave = () => {
    if (phase === 'done') onDone()
    else work.discard()
    onClose()
  }
  const close = () => {
    if (loss === undefined) leave()
    else modal.confirm({ title: loss, okText: '仍要关闭', cancelText: '返回', onOk: leave })
  }
  return (
    <Dialog
      open
      title={`导入：${file.name}`}
      width={WIDTH_PX}
      isSaving={phase === 'writing'}
      footer={null}
      onCancel={close}
    >
      <Steps
        size="small"
        className={styles.steps ?? ''}
        current={STEP_OF[phase]}
        {...((phase === 'failed' || work.error) && { status: 'error' as const })}
        items={STEPS.map((title) => ({ title }))}
      />
      <div className={styles.body}>
        <Phase
          endpoints={endpoints}
          work={work}
          afterwards={afterwards}
          isHeld={loss !== undefined}
          onHold={hold}
          onClose={close}
        />
      </div>
    </Dialog>
  )
}

interface PhaseProps {
  readonly endpoints: ImportEndpoints
  readonly work: ImportWork
  readonly afterwards: Afterwards | undefined
  /** A follow-up step is open: 完成 is not the primary action. */
  readonly isHeld: boolean
  readonly onHold: (loss: string | undefined) => void
  readonly onClose: () => void
}

function Phase({ endpoints, work, afterwards, isHeld, onHold, onClose }: PhaseProps) {
  const { job, error, sentPercent } = work
  const [isRemapping, setIsRemapping] = useState(false)
  if (error !== undefined) return <ErrorState message={error} />
  if (job === undefined) return <Working text="正在上传" percent={sentPercent} />
  if (job.phase === 'mapping' || (isRemapping && job.phase === 'checked')) {
    const check: ImportWork['check'] = async (mapping) => {
      await work.check(mapping)
      setIsRemapping(false)
    }
    return <MappingStep job={job} onCheck={check} />
  }
  if (job.phase === 'checked') {
    const { take, commit } = work
    return (
      <CheckStep endpoints={endpoints} job={job} onJob={take} onRemap={() => setIsRemapping(true)} onCommit={commit} />
    )
  }
  if (job.phase === 'failed') return <ErrorState message={job.message} />
  if (job.phase === 'done') {
    return (
      <Result
        status="success"
        title={job.message}
        extra={
          <>
            {afterwards?.(job, onHold)}
            <Button type={isHeld ? 'default' : 'primary'} onClick={onClose}>
              完成
            </Button>
          </>
        }
      />
    )
  }
  const { done, total } = job
  const progress = total > 0 ? `，${formatNumber(done)} / ${formatNumber(total)} 行` : ''
  return <Working text={`${WORKING[job.phase] ?? ''}${progress}`} percent={total > 0 ? (done / total) * 100 : 0} />
}

const Working = ({ text, percent }: { readonly text: ReactNode; readonly percent: number }) => (
  <div className={styles.working} role="status">
    <p>{text}</p>
    <Progress percent={Math.round(percent)} aria-label="进度" />
  </div>
)
