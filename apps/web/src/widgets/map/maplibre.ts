import 'maplibre-gl/dist/maplibre-gl.css'
import { MapLibreMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

// The only module that imports the library; it is loaded with the first map. Without a worker URL nothing is drawn.
setWorkerUrl(workerUrl)

export { MapLibreMap }
