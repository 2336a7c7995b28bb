import { MapPage } from './map-page.tsx'

/** /mon/homemap 监测一张图: where the network is, how it is, and the station behind each point (domain §10.2). */
export default function HomeMapPage() {
  return <MapPage title="监测一张图" />
}
