/** A drawing of a house with inspection marks; decorative only. */
export function HouseDrawing({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 640 360" fill="none" aria-hidden="true" focusable="false">
      <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" opacity="0.75">
        <path d="M0 330h640" opacity="0.6" />
        <path d="M92 330V190h276v140M76 196 230 84l154 112" />
        <path d="M108 190 230 102l122 88" opacity="0.5" />
        <path d="M368 330V226h176v104M354 226h206l-34-56H384" />
        <path d="M300 116V70h34v70" />
        <path d="M204 330v-78h52v78M244 292v4" />
        <path d="M122 222h54v46h-54zM149 222v46M122 245h54M284 222h54v46h-54zM311 222v46M284 245h54" />
        <circle cx="230" cy="158" r="19" />
        <path d="M230 139v38M211 158h38" />
        <path d="M392 330v-70h128v70M392 278h128M392 296h128M392 313h128" />
        <path d="M384 184h128M376 198h152M368 212h176" opacity="0.35" />
        <path d="M36 330c-14-30-6-64 14-84 20 20 28 54 14 84M50 330v-58" opacity="0.7" />
        <path d="M590 330c-10-22-4-46 10-60 14 14 20 38 10 60M600 330v-40" opacity="0.7" />
      </g>
      <Mark x={318} y={98} color="#fdba74" />
      <Mark x={230} y={158} color="#86efac" />
      <Mark x={456} y={198} color="#86efac" />
      <Mark x={311} y={268} color="#fca5a5" />
    </svg>
  );
}

function Mark({ x, y, color }: { x: number; y: number; color: string }) {
  return (
    <g>
      <circle cx={x} cy={y} r="15" fill={color} opacity="0.18" />
      <circle cx={x} cy={y} r="6" fill={color} />
    </g>
  );
}
