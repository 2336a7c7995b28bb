import { CloseOutlined } from '@ant-design/icons'
import { wxMark } from '@natim/domain/wx-product'
import { Button } from 'antd'
import { Link } from 'react-router'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { PhoneFrame } from '../phone-frame.tsx'
import { useWxProduct } from '../use-wx.ts'
import { regionText, timeText, typeText, WX } from '../wx-text.ts'
import styles from './list.module.css'
import { StateTag } from './product-table.tsx'

/** Reader's view of one product, beside the list. */
export function ProductPreview({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error, refetch } = useWxProduct(id)
  return (
    <Panel
      title="预览"
      meta={data?.no}
      actions={
        <>
          <Link to={WX.product(id)}>打开</Link>
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label="关闭预览" onClick={onClose} />
        </>
      }
    >
      {data ? (
        <div className={styles.preview}>
          <p className={styles.facts}>
            <StateTag product={data} />
            <span>{typeText(data)}</span>
            <span>{regionText(data.regionCode)}</span>
            <span className="num">{timeText(data)}</span>
          </p>
          {data.reason && <p className={styles.reason}>{data.reason}</p>}
          <PhoneFrame
            article={{ ...data, mark: wxMark(data.no, data.contentNo), isRecalled: data.state === 'recalled' }}
          />
        </div>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <BlockSkeleton height={560} />
      )}
    </Panel>
  )
}
