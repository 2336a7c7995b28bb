import {
  BorderOuterOutlined,
  FileAddOutlined,
  GatewayOutlined,
  GlobalOutlined,
  RadiusUprightOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { SHAPE_MAX_BYTES, satAreaEndpoints } from '@natim/contract/mon/sat'
import type { SatArea } from '@natim/domain/sat-area'
import { Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { uploadAction } from '@/lib/api/actions.ts'
import { useNotify } from '@/lib/notify.ts'
import { AreaSelect } from '@/widgets/area-select/area-select.tsx'
import { beginDrawing, type Drawing, type DrawTool } from '@/widgets/map/drawing.ts'
import styles from './edit.module.css'
import { AreaTextError, readAreaText } from './read-area.ts'
import { areaOfRegion } from './region-area.ts'

const TOOLS: readonly (readonly [DrawTool, string, React.ReactNode])[] = [
  ['polygon', '多边形', <GatewayOutlined key="p" aria-hidden />],
  ['box', '矩形', <BorderOuterOutlined key="b" aria-hidden />],
  ['circle', '圆', <RadiusUprightOutlined key="c" aria-hidden />],
]

export interface AreaToolsProps {
  readonly drawing: Drawing | undefined
  readonly onDrawing: (drawing: Drawing | undefined) => void
  readonly onArea: (area: SatArea) => void
}

/** Area input: drawn, pasted, uploaded, or taken from a region. */
export function AreaTools({ drawing, onDrawing, onArea }: AreaToolsProps) {
  const notify = useNotify()
  const file = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<'paste' | 'region'>()
  const [isBusy, setIsBusy] = useState(false)
  const take = (area: SatArea) => {
    onDrawing(undefined)
    onArea(area)
    setDialog(undefined)
  }
  const upload = async (chosen: File) => {
    setIsBusy(true)
    try {
      if (/\.(?:geojson|json|kml)$/i.test(chosen.name)) take(await readAreaText(await chosen.text()))
      else if (chosen.size > SHAPE_MAX_BYTES) notify.line('压缩包不能超过 10 MB', 'error')
      else take(await readShape(chosen))
    } catch (error) {
      if (error instanceof AreaTextError) notify.line(error.message, 'error')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={styles.tools} role="toolbar" aria-label="任务区工具">
      {TOOLS.map(([tool, label, icon]) => (
        <button
          key={tool}
          type="button"
          aria-pressed={drawing?.tool === tool}
          onClick={() => onDrawing(drawing?.tool === tool ? undefined : beginDrawing(tool))}
        >
          {icon} {label}
        </button>
      ))}
      <button type="button" onClick={() => setDialog('paste')}>
        <FileAddOutlined aria-hidden /> 粘贴
      </button>
      <button type="button" disabled={isBusy} onClick={() => file.current?.click()}>
        <UploadOutlined aria-hidden /> {isBusy ? '读取中' : '上传'}
      </button>
      <button type="button" onClick={() => setDialog('region')}>
        <GlobalOutlined aria-hidden /> 行政区
      </button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="上传任务区文件"
        accept=".zip,.geojson,.json,.kml"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen) void upload(chosen)
        }}
      />
      {dialog === 'paste' && <PasteDialog onClose={() => setDialog(undefined)} onArea={take} />}
      {dialog === 'region' && <RegionDialog onClose={() => setDialog(undefined)} onArea={take} />}
    </div>
  )
}

async function readShape(chosen: File): Promise<SatArea> {
  const form = new FormData()
  form.append('file', chosen)
  const answer = await uploadAction<{ success: boolean; message: string; result: { area: SatArea } | null }>(
    satAreaEndpoints.readShape.path,
    form,
  )
  if (!answer.success || !answer.result) throw new AreaTextError(answer.message)
  return answer.result.area
}

interface DialogProps {
  readonly onClose: () => void
  readonly onArea: (area: SatArea) => void
}

function PasteDialog({ onClose, onArea }: DialogProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const take = () =>
    readAreaText(text)
      .then(onArea)
      .catch((error: unknown) => setFault(error instanceof AreaTextError ? error.message : '无法读取'))
  return (
    <Modal open title="粘贴任务区" okText="使用" onOk={() => void take()} onCancel={onClose} destroyOnHidden>
      <Input.TextArea
        aria-label="GeoJSON 或 KML"
        placeholder={'GeoJSON：{"type":"Polygon","coordinates":[[[121,40.5],…]]}\n或 KML：<kml>…</kml>'}
        rows={9}
        value={text}
        status={fault ? 'error' : ''}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
        }}
      />
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </Modal>
  )
}

function RegionDialog({ onClose, onArea }: DialogProps) {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const take = () =>
    areaOfRegion(code)
      .then(onArea)
      .catch((error: unknown) => setFault(error instanceof AreaTextError ? error.message : '边界读取失败，请重试'))
  return (
    <Modal
      open
      title="按行政区选择"
      okText="使用"
      okButtonProps={{ disabled: code === '' }}
      onOk={() => void take()}
      onCancel={onClose}
      destroyOnHidden
    >
      <AreaSelect aria-label="行政区" value={code} onChange={(next) => setCode(String(next ?? ''))} />
      <p className={styles.note}>
        取所选市（省）的边界，自动简化；区县取所在市。相互咬合的飞地可能取不全，请在图上核对
      </p>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </Modal>
  )
}
