import { Accelerator } from './accelerator';
import { productMemoryMi } from '../../knowledge/gpu-products';

/** What the labels of NVIDIA's feature discovery call the product. */
const GPU_PRODUCT_LABEL = 'nvidia.com/gpu.product';

/** Memory of one device in Mi, where the nodes are chosen by a product that is known. */
export function deviceMemoryMi(accelerator: Accelerator | undefined): number | undefined {
  return productMemoryMi(accelerator?.nodeLabels[GPU_PRODUCT_LABEL]);
}
