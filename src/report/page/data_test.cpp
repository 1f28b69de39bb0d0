#include "report/page/data.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "report/page/built.hpp"
#include "report/page/sample.hpp"

namespace hilltop::report::data_test {
namespace {

// Returns a document of a few levels, whose keys and lengths often recur.
rc::Gen<Json> documents(int levels) {
  auto leaf =
      rc::gen::oneOf(rc::gen::just(Json()),
                     rc::gen::map(rc::gen::inRange(0, 3), [](int number) { return Json(number); }),
                     rc::gen::just(Json("text")));
  if (levels == 0) return leaf;
  const auto inner = documents(levels - 1);
  return rc::gen::oneOf(leaf,
                        rc::gen::map(rc::gen::container<std::vector<Json>>(2, inner),
                                     [](const std::vector<Json>& values) { return Json(values); }),
                        rc::gen::map(rc::gen::container<std::vector<Json>>(3, inner),
                                     [](const std::vector<Json>& values) { return Json(values); }),
                        rc::gen::map(rc::gen::pair(inner, inner),
                                     [](const std::pair<Json, Json>& values) {
                                       return Json{{"a", values.first}, {"b", values.second}};
                                     }),
                        rc::gen::map(inner, [](const Json& value) { return Json{{"a", value}}; }));
}

// Applies changes as the page does.
void apply(Json& scene, const Json& changes) {
  for (const Json& change : changes) {
    Json* at = &scene;
    for (std::size_t i = 0; i + 1 < change.size(); ++i)
      at = change[i].is_string() ? &(*at)[change[i].get<std::string>()]
                                 : &(*at)[change[i].get<std::size_t>()];
    *at = change.back();
  }
}

RC_GTEST_PROP(Packed, UnpacksToTheSameScenes, ()) {
  const auto scenes = *rc::gen::container<std::vector<Json>>(
      4, rc::gen::suchThat(documents(3), [](const Json& scene) { return !scene.is_null(); }));
  Json game{{"steps", Json::array()}};
  for (const Json& scene : scenes) game["steps"].push_back({{"scene", scene}, {"events", 1}});
  const Json told = packed(game);
  Json scene;
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    const Json& step = told["steps"][i];
    RC_ASSERT(step["events"] == 1);
    if (i == 0)
      scene = step["scene"];
    else
      apply(scene, step["changes"]);
    RC_ASSERT(scene == scenes[i]);
  }
}

TEST(Page, ItsFilesEndNoElement) {
  ASSERT_EQ(built_files().size(), 3U);
  for (const BuiltFile& file : built_files())
    for (const std::string_view end : {"</script", "</style", "<script"})
      EXPECT_EQ(file.bytes.find(end), std::string_view::npos) << file.path << " has " << end;
}

}  // namespace
}  // namespace hilltop::report::data_test
