/* Pictures made small, and compared, in an empty page: browsers read and write them best. */

const SMALL = { format: "image/webp", quality: 0.9 };

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const bitmapOf = (text) => createImageBitmap(new Blob([bytesOf(text)]));

function canvasOf(width, height) {
  const canvas = new OffscreenCanvas(width, height);
  return [canvas, canvas.getContext("2d", { willReadFrequently: true })];
}

async function textOf(canvas, { format, quality }) {
  const blob = await canvas.convertToBlob({ type: format, quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Of so many points at most. Half the size again and again: each is the mean of all it stands for. */
function reduced(source, [left, top, width, height], points) {
  const wide = Math.round(Math.sqrt((points * width) / height));
  let [canvas, context] = canvasOf(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  context.drawImage(source, left, top, width, height, 0, 0, canvas.width, canvas.height);
  while (true) {
    const share = Math.max(0.5, wide / canvas.width);
    if (share >= 1) return canvas;
    const [smaller, brush] = canvasOf(
      Math.round(canvas.width * share), Math.max(1, Math.round(canvas.height * share)),
    );
    brush.imageSmoothingQuality = "high";
    brush.drawImage(canvas, 0, 0, smaller.width, smaller.height);
    canvas = smaller;
  }
}

/** The mean colour of the middle of these boxes, as three numbers. */
function meanOf(context, boxes, dots, [width, height]) {
  const sum = [0, 0, 0];
  let points = 0;
  for (const [left, top, wide, high] of boxes) {
    const x = Math.round((left + wide * 0.2) * dots);
    const y = Math.round((top + high * 0.2) * dots);
    const w = Math.max(1, Math.round(wide * 0.6 * dots));
    const h = Math.max(1, Math.round(high * 0.6 * dots));
    if (x < 0 || y < 0 || x + w > width || y + h > height) continue;
    const { data } = context.getImageData(x, y, w, h);
    for (let at = 0; at < data.length; at += 4) {
      for (let c = 0; c < 3; c++) sum[c] += data[at + c];
    }
    points += data.length / 4;
  }
  return points ? sum.map((value) => Math.round(value / points)) : null;
}

/** A screenshot made small, all of it or a box, and the mean colour of each kind of boxes. */
async function develop({ shot, box, boxes, dots, points }) {
  const bitmap = await bitmapOf(shot);
  const frame = box ? box.map((value) => value * dots) : [0, 0, bitmap.width, bitmap.height];
  const [canvas, context] = canvasOf(bitmap.width, bitmap.height);
  context.drawImage(bitmap, 0, 0);
  const colours = {};
  for (const [kind, some] of Object.entries(boxes)) {
    const mean = meanOf(context, some, dots, [bitmap.width, bitmap.height]);
    if (mean) colours[kind] = mean;
  }
  return { small: await textOf(reduced(canvas, frame, points), SMALL), colours };
}

/** How far two colours are apart, from 0 to 255. */
function apart(one, at, other, there) {
  let most = 0;
  for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(one[at + c] - other[there + c]));
  return most;
}

/** Compare two small pictures tile by tile: the worst tile's mean difference, and a picture of it.

A point counts as different by as much as it differs from the most similar one around it, for edges
fall a little beside each other in other browsers. */
async function compare({ before, now, tile }) {
  const [first, second] = [await bitmapOf(before), await bitmapOf(now)];
  const { width, height } = first;
  const tall = Math.abs(second.height / second.width - height / width) / (height / width);
  const [a, b] = [first, second].map((bitmap) => {
    const [, context] = canvasOf(width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  });
  const difference = new Float32Array(width * height);
  const nearest = (one, x, y, other) => {
    let least = 255;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [u, v] = [x + dx, y + dy];
        if (u < 0 || v < 0 || u >= width || v >= height) continue;
        least = Math.min(least, apart(one, 4 * (y * width + x), other, 4 * (v * width + u)));
      }
    }
    return least;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      difference[y * width + x] = Math.max(nearest(a, x, y, b), nearest(b, x, y, a));
    }
  }
  let worst = 0;
  for (let top = 0; top < height; top += tile / 2) {
    for (let left = 0; left < width; left += tile / 2) {
      let [sum, points] = [0, 0];
      for (let y = top; y < Math.min(top + tile, height); y++) {
        for (let x = left; x < Math.min(left + tile, width); x++) {
          sum += difference[y * width + x];
          points++;
        }
      }
      if (points > tile * tile / 2) worst = Math.max(worst, sum / points);
    }
  }
  const [canvas, context] = canvasOf(width, height);
  const picture = context.createImageData(width, height);
  difference.forEach((value, at) => {
    const grey = (a[4 * at] + a[4 * at + 1] + a[4 * at + 2]) / 6 + 120;
    const red = Math.min(1, value / 60);
    picture.data.set([grey + (255 - grey) * red, grey * (1 - red), grey * (1 - red), 255], 4 * at);
  });
  context.putImageData(picture, 0, 0);
  return { worst, tall, picture: await textOf(canvas, { format: "image/webp", quality: 0.8 }) };
}
