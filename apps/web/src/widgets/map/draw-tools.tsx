import { BorderOuterOutlined, ColumnWidthOutlined, RadiusUprightOutlined } from '@ant-design/icons'
import type { DrawTool } from './drawing.ts'

const TOOLS = [
  ['measure', '测距', <ColumnWidthOutlined key="measure" />],
  ['circle', '画圆统计', <RadiusUprightOutlined key="circle" />],
  ['polygon', '画多边形统计', <BorderOuterOutlined key="polygon" />],
] as const

export interface DrawToolsProps {
  readonly tool: DrawTool | undefined
  /** Choosing the same tool again deselects it. */
  readonly onTool: (tool: DrawTool | undefined) => void
}

/** Measure, circle and polygon tools, below the zoom buttons. */
export const DrawTools = ({ tool, onTool }: DrawToolsProps) =>
  TOOLS.map(([value, label, icon]) => (
    <button
      key={value}
      type="button"
      aria-label={label}
      title={tool === value ? `${label}（Esc 取消）` : label}
      aria-pressed={tool === value}
      onClick={() => onTool(tool === value ? undefined : value)}
    >
      {icon}
    </button>
  ))
