import * as Plot from '@observablehq/plot'
import { useEffect, useRef, useState } from 'react'

/** Draws a plot as wide as its place. Its table says the same, so that it is one image to a screen reader. */
export function Drawn({ options, label }: { options: (width: number) => Plot.PlotOptions; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (width === 0) return
    const drawn = Plot.plot({ width, height: 220, marginLeft: 48, marginBottom: 36, className: 'plot', ...options(width) })
    // Plot brings a style element, which the page's policy refuses; figures.css has its two rules.
    for (const style of drawn.querySelectorAll('style')) style.remove()
    // Its marks name themselves, inside what is one image.
    for (const mark of drawn.querySelectorAll('[aria-label]')) mark.removeAttribute('aria-label')
    place.current?.replaceChildren(drawn)
  }, [options, width])
  return <div ref={place} className="plot-place" role="img" aria-label={label} />
}
