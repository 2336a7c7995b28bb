import { type WxProductDetail, wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { WX_EDITABLE } from '@natim/domain/wx-product'
import { useState } from 'react'
import { useParams } from 'react-router'
import { serverNow } from '@/lib/clock.ts'
import { useTabTitle } from '@/lib/tab-title.ts'
import { useMay } from '@/resource/use-may.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { NoPermission } from '@/ui/no-permission.tsx'
import { DetailOutline } from '@/ui/outline/detail-outline.tsx'
import { useWxProduct } from '../use-wx.ts'
import { draftOf, emptyDraft } from './draft.ts'
import { ProductEditor } from './product-editor.tsx'
import { ProductReader } from './product-reader.tsx'

const NEW = 'new'

/** 编辑产品: the editor while this user may edit, otherwise a read-only view with its history. */
export default function ProductEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useMay(wxProductEndpoints.edit)
  const { data, error, refetch } = useWxProduct(id === NEW ? '' : id)
  useTabTitle(id === NEW ? '新建微信产品' : data?.no)
  if (id === NEW) return mayEdit ? <Fresh /> : <NoPermission right="编写与提交产品" code="mon:wx:product:edit" />
  if (data) return <Stored key={data.id} product={data} mayEdit={mayEdit} />
  return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <DetailOutline />
}

function Fresh() {
  const [start] = useState(() => emptyDraft(serverNow()))
  return <ProductEditor start={start} />
}

interface StoredProps {
  readonly product: WxProductDetail
  readonly mayEdit: boolean
}

/** As opened or last saved here: changes by others do not overwrite the input. */
function Stored({ product, mayEdit }: StoredProps) {
  const [base, setBase] = useState(product)
  const [ownVersion, setOwnVersion] = useState(product.version)
  const isHeld = WX_EDITABLE.includes(base.state)
  if (base.version !== product.version && (product.version === ownVersion || !isHeld)) {
    setBase(product)
    setOwnVersion(product.version)
  }
  // Figures change without a new version; only the comparison base is newer.
  const shown = base.version === product.version ? product : base
  if (!mayEdit || !WX_EDITABLE.includes(shown.state)) return <ProductReader product={product} />
  return (
    <ProductEditor
      key={base.version}
      start={draftOf(base)}
      product={shown}
      newer={product.version > ownVersion && product.version > base.version ? product : undefined}
      onSaved={({ version }) => setOwnVersion(version)}
      onReload={() => {
        setOwnVersion(product.version)
        setBase(product)
      }}
    />
  )
}
