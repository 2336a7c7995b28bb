import { wallEndpoints } from '@natim/contract/mon/wall'
import { useParams } from 'react-router'
import { useAddress } from '@/lib/address.tsx'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { WallLoader } from './wall-loader.tsx'

/** /mon/wall/:id, without the console shell. */
export default function WallPage() {
  const { id = '' } = useParams()
  const { search } = useAddress()
  const mayEdit = useCan(wallEndpoints.save.access)
  return <WallLoader id={id} view={new URLSearchParams(search).get('view')} mayEdit={mayEdit} isKiosk={false} />
}
