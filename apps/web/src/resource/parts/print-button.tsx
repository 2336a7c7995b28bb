import { PrinterOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useListContext } from '../context.ts'

/** Prints the whole list, not only the current page. */
export function PrintButton() {
  const { printing } = useListContext()
  return (
    <Tooltip title="打印全部">
      <Button
        type="text"
        size="small"
        icon={<PrinterOutlined aria-hidden />}
        aria-label="打印"
        loading={printing.isPreparing}
        onClick={() => void printing.print()}
      />
    </Tooltip>
  )
}
