import {
  EyeInvisibleOutlined,
  EyeOutlined,
  LeftOutlined,
  LockOutlined,
  PrinterOutlined,
  RightOutlined,
} from '@ant-design/icons'
import { type BreathDetail, breathEndpoints } from '@natim/contract/mon/breath'
import { reidEndpoints } from '@natim/contract/mon/subject'
import { Button, Input, Modal } from 'antd'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import * as R from '@/resource/index.ts'
import { IconButton } from '@/ui/icon-button.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Tag } from '@/ui/tag.tsx'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import styles from '../breath.module.css'
import { ageText, breathPath, sampleTime, sexText, statusText } from '../breath-text.ts'
import { RequestDialog } from '../reid/request-dialog.tsx'
import { useDeed } from '../use-breath.ts'

interface HeadProps {
  readonly detail: BreathDetail
  /** Unmasks the code; absent without the permission. */
  readonly onOpen: (() => void) | undefined
}

export function BreathHead({ detail, onOpen }: HeadProps) {
  const { test, newerId, olderId } = detail
  const [isAsking, setIsAsking] = useState(false)
  const mayAsk = R.useMay(reidEndpoints.request)
  return (
    <>
      <PageHead
        title={<Title test={test} />}
        actions={
          <>
            <span className={styles.pair}>
              <Step id={newerId} label="上一条检测（←）" icon={<LeftOutlined />} />
              <Step id={olderId} label="下一条检测（→）" icon={<RightOutlined />} />
            </span>
            {mayAsk && test.subjectId && (
              <Button icon={<LockOutlined />} onClick={() => setIsAsking(true)}>
                再识别申请
              </Button>
            )}
            <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
              打印结果单
            </Button>
          </>
        }
      />
      <Facts detail={detail} onOpen={onOpen} />
      {isAsking && test.subjectId && <RequestDialog subjectId={test.subjectId} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function Title({ test }: Pick<BreathDetail, 'test'>) {
  return (
    <>
      {test.no} <Tag tone="info">{statusText(test.status)}</Tag> <Tag>{test.method}</Tag>
      {test.retestOf && (
        <>
          {' '}
          <Link to={breathPath(test.retestOf.id)} className={styles.small}>
            复测自 {test.retestOf.no}
          </Link>
        </>
      )}
      {test.retests.length > 0 && <Tag>复测 {test.retests.length} 次</Tag>}
    </>
  )
}

/** The subject, masked or not, and where the sample was taken. */
function Facts({ detail, onOpen }: HeadProps) {
  const { test, subject } = detail
  const smokes = subject?.smoker == null ? '' : subject.smoker ? ' · 吸烟' : ' · 不吸烟'
  return (
    <p className={styles.facts}>
      <span>
        受试者 {test.subjectCode === null ? '未关联' : <code>{test.subjectCode}</code>}
        {onOpen && test.subjectCode !== null && (
          <IconButton
            aria-label={test.isOpen ? '恢复去标识' : '显示受试者码与确切时间（记入访问日志）'}
            icon={test.isOpen ? <EyeInvisibleOutlined /> : <EyeOutlined />}
            onClick={onOpen}
          />
        )}
        {test.subjectCode === null && <LinkSubject detail={detail} />}
      </span>
      <span>
        {ageText(test.ageBand)} · {sexText(test.sex)}
        {smokes}
      </span>
      <span>{test.regionCode_dictText}</span>
      <span>采样 {sampleTime(test.sampleMs, test.isOpen)}</span>
      <span>{test.deviceName}</span>
      {test.sessionNo && (
        <Link
          to={`/mon/breath/list?~=${encodeURIComponent(JSON.stringify({ filters: { sessionNo: test.sessionNo } }))}`}
        >
          批次 {test.sessionNo}
          {test.platePos !== null && ` · ${test.platePos} 号孔`}
        </Link>
      )}
    </p>
  )
}

interface StepProps {
  readonly id: string | null
  readonly label: string
  readonly icon: ReactElement
}

const Step = ({ id, label, icon }: StepProps) =>
  id === null ? (
    <Button aria-label={label} icon={icon} disabled />
  ) : (
    <LinkButton to={breathPath(id)} aria-label={label} title={label}>
      {icon}
    </LinkButton>
  )

/** Links a subject to a sample whose person the device did not know. */
function LinkSubject({ detail: { test } }: Pick<HeadProps, 'detail'>) {
  const may = R.useMay(breathEndpoints.link)
  const [isOpen, setIsOpen] = useState(false)
  const [code, setCode] = useState('')
  const { isBusy, run } = useDeed()
  if (!may) return null
  const submit = async () => {
    const done = await run(breathEndpoints.link, { body: { id: test.id, version: test.version, subjectCode: code } })
    if (done) setIsOpen(false)
  }
  return (
    <>
      <Button type="link" size="small" onClick={() => setIsOpen(true)}>
        关联受试者
      </Button>
      <Modal
        open={isOpen}
        title="关联受试者"
        okText="关联"
        okButtonProps={{ loading: isBusy, disabled: code.trim() === '' }}
        onOk={() => void submit()}
        onCancel={() => setIsOpen(false)}
      >
        <Input
          aria-label="受试者码"
          placeholder="B-7K2Q8M3XTD"
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Modal>
    </>
  )
}
