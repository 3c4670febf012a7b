import type { CSSProperties } from 'react'
import './widget-preview.css'
import { contrast, textOn } from './contrast.ts'

interface WidgetPreviewProps {
  color: string
  welcome: string
  placeholder: string
  support: string
}

/** How the widget will look, roughly, and whether its color can be read. */
export function WidgetPreview({ color, welcome, placeholder, support }: WidgetPreviewProps) {
  const known = /^#[0-9a-f]{6}$/i.test(color)
  const look = known ? ({ '--client-color': color, '--client-text': textOn(color) } as CSSProperties) : undefined
  return (
    <div>
      <figure className="widget-preview" style={look} aria-label="Preview">
        <div className="widget-preview-head">Chat</div>
        <div className="widget-preview-body">
          <p className="widget-preview-bubble">{welcome || 'How can I help?'}</p>
          {support && <p className="widget-preview-support">{support}</p>}
        </div>
        <div className="widget-preview-input">
          <span>{placeholder || 'Ask a question'}</span>
          <span className="widget-preview-send">Send</span>
        </div>
      </figure>
      <div role="status">
        {known ? <Legibility color={color} /> : <p className="error-text">A color is # and six hexadecimal digits.</p>}
      </div>
    </div>
  )
}

function Legibility({ color }: { color: string }) {
  const withWhite = contrast(color, '#ffffff')
  if (withWhite >= 4.5) return <p className="quiet">White text on this color is easy to read ({withWhite.toFixed(1)} to 1).</p>
  const withBlack = contrast(color, '#000000')
  return (
    <p className="notice">
      White text on this color is hard to read: {withWhite.toFixed(1)} to 1, and 4.5 is needed. The widget writes black on it instead (
      {withBlack.toFixed(1)} to 1){withWhite < 3 && '; beside a white page its edges are hard to see'}.
    </p>
  )
}
